import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { wholeChromiumPath } from "../sandbox/launcher/chromium.ts";
import { expect, test } from "./fixtures.ts";

test.use({
  // Playwright disables the back-forward cache, and its headless shell doesn't have one.
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: wholeChromiumPath(),
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    }),
});

type Shown = { path: string; isKept: boolean; reasons: string[] };

/** Records how each page was shown (loaded or restored), readable from another tab. */
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

test("shows no personal data on Back after sign-out", { tag: "@full" }, async ({ page, signIn, product }) => {
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
