import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { publicPages } from "../lib/marketing/public-pages.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { wholeChromiumPath } from "../sandbox/launcher/chromium.ts";
import { expect, test } from "./fixtures.ts";

test.use({
  // Playwright switches off what these tests are about, and the browser of the other tests cannot do it.
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: wholeChromiumPath(),
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    }),
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
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect.poll(async () => (await shown())?.path).toBe(first);
  return shown();
}

test("Back finds every public page as it was left", { tag: "@full" }, async ({ page, signIn, product }) => {
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

test("Back asks anew for a page with a person in it, and says why", { tag: "@full" }, async ({
  page,
  signIn,
  product,
}) => {
  const shown = await noteShown(page);
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  for (const path of [paths.dashboard, paths.submit, paths.profile]) {
    const back = await goBack(page, shown, [path, paths.pricing]);
    expect(back).toMatchObject({ path, isKept: false });
    // Chromium keeps what says `no-store` until the next page tells who is signed in; others never keep it.
    expect(back?.reasons.join()).toMatch(/broadcastchannel-message|no-store/);
  }
});

test("Back shows nothing of a person who has signed out", { tag: "@full" }, async ({
  page,
  signIn,
  product,
}) => {
  const shown = await noteShown(page);
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await expect(page.getByRole("banner").getByText(email)).toBeVisible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === paths.home);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect.poll(async () => (await shown())?.path).toBe(paths.login);
  await expect(page.getByText(email)).toHaveCount(0);
});
