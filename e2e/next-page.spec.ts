import type { Page } from "playwright/test";
import { paths, publicPages } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { CallCounter } from "./support/call-counter.ts";

/** What the browser does ahead of a press, by address: the last it said of each. */
async function watchPreloads(page: Page): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  const note = (url: string, state: string) => states.set(url.replace(new URL(url).origin, ""), state);
  const cdp = await page.context().newCDPSession(page);
  cdp.on("Preload.prerenderStatusUpdated", ({ key, status }) => note(key.url, status));
  cdp.on("Preload.prefetchStatusUpdated", ({ key, status }) => note(key.url, status));
  await cdp.send("Preload.enable");
  return states;
}

test.describe("a browser loads ahead what somebody points at:", () => {
  const door = new CallCounter();
  let origin = "";
  test.beforeAll(async () => {
    origin = await door.before(process.env.APP_URL ?? "", () => "database");
  });
  test.afterAll(() => door.stop());

  test("the prices, once, and the press shows what is there", async ({ page }) => {
    const states = await watchPreloads(page);
    await page.goto(origin + paths.home);
    const { what } = await door.during(async () => {
      const link = page.getByRole("contentinfo").getByRole("link", { name: "Pricing" });
      await link.hover();
      await expect.poll(() => states.get(paths.pricing)).toBe("Ready");
      await link.click();
      await expect.poll(() => states.get(paths.pricing)).toBe("Success");
    });
    expect(what.filter((call) => call === `GET ${paths.pricing}`)).toHaveLength(1);
  });

  test("nothing that has a query, acts, or has a person in it", async ({ page, signIn, product }) => {
    const { email } = await product.person();
    const states = await watchPreloads(page);
    for (const isSignedIn of [false, true]) {
      if (isSignedIn) await signIn(page, { email, password: PASSWORD });
      await page.goto(paths.pricing);
      const links = await page.locator("a[href]:visible").all();
      const hrefs: string[] = [];
      for (const link of links) {
        const href = (await link.getAttribute("href")) ?? "";
        if (publicPages.includes(href)) continue;
        hrefs.push(href);
        await link.hover();
        // Twice as long as a browser waits.
        await page.waitForTimeout(400);
      }
      expect(hrefs.length).toBeGreaterThan(5);
      expect(hrefs).toContain(isSignedIn ? paths.dashboard : paths.login);
    }
    expect([...states.keys()]).toEqual([]);
  });
});

test.describe("Back", () => {
  test.use({
    // Playwright switches off what these tests are about.
    launchOptions: async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
  });

  type Shown = { path: string; isKept: boolean; reasons: string[] };

  /** Notes for another tab of the browser how each page came to be shown. */
  async function noteShown(page: Page): Promise<() => Promise<Shown | null>> {
    await page.addInitScript(() => {
      window.addEventListener("pageshow", ({ persisted }) => {
        const [entry] = performance.getEntriesByType("navigation");
        const refused = Reflect.get(entry ?? {}, "notRestoredReasons") as {
          reasons?: { reason: string }[];
        } | null;
        const reasons = (refused?.reasons ?? []).map(({ reason }) => reason);
        const shown = { path: location.pathname, isKept: persisted, reasons: persisted ? [] : reasons };
        localStorage.setItem("shown", JSON.stringify(shown));
      });
    });
    const other = await page.context().newPage();
    await other.goto("/robots.txt");
    return () => other.evaluate(() => JSON.parse(localStorage.getItem("shown") ?? "null"));
  }

  /** Opens one page after the other and goes back; answers how the first was shown then. */
  async function goBack(page: Page, shown: () => Promise<Shown | null>, [first, second]: [string, string]) {
    await page.goto(first);
    await page.goto(second);
    await expect.poll(async () => (await shown())?.path).toBe(second);
    await page.evaluate(() => history.back());
    await expect.poll(async () => (await shown())?.path).toBe(first);
    return shown();
  }

  test("finds every public page as it was left", async ({ page, signIn, product }) => {
    const shown = await noteShown(page);
    const { email } = await product.person();
    for (const isSignedIn of [false, true]) {
      if (isSignedIn) await signIn(page, { email, password: PASSWORD });
      for (const path of publicPages) {
        const next = path === paths.pricing ? paths.home : paths.pricing;
        expect(await goBack(page, shown, [path, next])).toEqual({ path, isKept: true, reasons: [] });
      }
      expect(await goBack(page, shown, [paths.home, isSignedIn ? paths.submit : paths.login])).toMatchObject({
        isKept: true,
      });
    }
  });

  test("asks anew for a page with a person in it, and says why", async ({ page, signIn, product }) => {
    const shown = await noteShown(page);
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    for (const path of [paths.dashboard, paths.submit, paths.profile]) {
      const back = await goBack(page, shown, [path, paths.pricing]);
      expect(back).toMatchObject({ path, isKept: false });
      expect(back?.reasons.join()).toContain("cache-control-no-store");
    }
  });

  test("shows nothing of a person who has signed out", async ({ page, signIn, product }) => {
    const shown = await noteShown(page);
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.goto(paths.dashboard);
    await expect(page.getByRole("banner").getByText(email)).toBeVisible();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL((url) => url.pathname === paths.home);
    await page.evaluate(() => history.back());
    await expect.poll(async () => (await shown())?.path).toBe(paths.login);
    await expect(page.getByText(email)).toHaveCount(0);
  });
});
