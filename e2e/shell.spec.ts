import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

test("each page of the staff has its title, and below a section header and tabs mark that", {
  tag: "@full",
}, async ({ admin, page }) => {
  const order = await addOrder(database());
  const pages = [
    [staffPaths.orders, "Orders"],
    [staffPaths.order(order.id), `${order.batch_id} · Orders`, { tab: "Orders", mark: "true" }],
    [staffPaths.order("nothing"), "Order"],
    [staffPaths.receive, "Receiving desk", { tab: "Receiving desk", mark: "page" }],
    [staffPaths.reconcile, "Reconciliation"],
    [staffPaths.labels, "Labels"],
  ] as const;
  await admin.open();
  for (const [path, title, section] of pages) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(`${title} · SlabRelay`);
    if (!section) continue;
    const marked = (name: string) => page.getByRole("navigation", { name }).locator("[aria-current]");
    await expect(marked("Main")).toHaveText("Admin");
    await expect(marked("Main")).toHaveAttribute("aria-current", "true");
    await expect(marked("Staff")).toHaveText(section.tab);
    await expect(marked("Staff")).toHaveAttribute("aria-current", section.mark);
  }
  // On a telephone the row of tabs is wider than the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(staffPaths.reconcile);
  const tab = page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Reconciliation" });
  await expect(tab).toBeInViewport({ ratio: 1 });
});

test("where the system chooses the colours, the current page and the used quota still show", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, COLLECTOR);
  await page.goto(paths.submit);
  const current = page.getByRole("banner").getByRole("link", { name: "Submit Cards" });
  await expect(current).toHaveCSS("outline-style", "solid");
  await expect(page.getByRole("progressbar", { name: "Cards used this month" })).toHaveCSS(
    "border-top-style",
    "solid",
  );
});

test("the browser's own bar has the page's colour, light and dark", { tag: "@full" }, async ({ page }) => {
  for (const path of [paths.home, paths.login]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const [bar, surface] = await page.evaluate((scheme) => {
        const meta = document.querySelector<HTMLMetaElement>(`meta[name=theme-color][media*=${scheme}]`);
        const canvas = document.createElement("canvas").getContext("2d");
        const pixel = (color: string) => {
          if (!canvas) throw new Error("no canvas");
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data].join();
        };
        return [
          pixel(meta?.content ?? "red"),
          pixel(getComputedStyle(document.documentElement).backgroundColor),
        ];
      }, colorScheme);
      expect(bar, `${path}, ${colorScheme}`).toBe(surface);
    }
  }
});

/** Header, content and footer of a page begin at one line, and no link of its footer is hard to hit. */
async function expectOneLine(page: Page, path: string) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => Math.round(it.getBoundingClientRect().left));
  const lines = await Promise.all(["body > header a", "main h1", "body > footer p"].map(left));
  expect(new Set(lines).size, `${path}: ${lines}`).toBe(1);
  const heights = await page
    .locator("body > footer a")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights), `${path}: the least height of a link in the footer`).toBeGreaterThanOrEqual(
    24,
  );
}

test("header, content and footer begin at one line, on wide pages of the staff too", {
  tag: "@full",
}, async ({ admin, openBrowser }) => {
  await expectOneLine(await openBrowser(), paths.home);
  await expectOneLine(admin.page, staffPaths.orders);
});

test("so they do on a page of each other frame", { tag: "@full" }, async ({
  admin,
  product,
  signIn,
  openBrowser,
}) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token }, { cards: 2 });
  const customer = await openBrowser();
  await signIn(customer, { email, password: PASSWORD });
  for (const path of [paths.terms, paths.dashboard, paths.submit, paths.profile])
    await expectOneLine(customer, path);
  await customer.goto(paths.batch(batchId));
  const track = await customer.getByRole("link", { name: "Open tracking page" }).getAttribute("href");
  await expectOneLine(customer, track ?? "");
  for (const path of [staffPaths.order(id), staffPaths.receive]) await expectOneLine(admin.page, path);
});

test.describe("under a thumb", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  test("links of the header, small buttons, links of a row and the boxes of the list are 44 px", {
    tag: "@full",
  }, async ({ admin, page, signIn }) => {
    const { batch_id: batchId } = await addOrder(database());
    await admin.open({ q: batchId });
    const sizes = async (boxes: ReturnType<typeof page.locator>) =>
      boxes.evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().height)));
    const small = [
      page.getByRole("banner").getByRole("navigation").getByRole("link"),
      page.getByRole("button", { name: "Sign Out" }),
      page.locator("tbody label"),
    ];
    for (const boxes of small) expect(Math.min(...(await sizes(boxes)))).toBeGreaterThanOrEqual(44);
    await signIn(page, COLLECTOR);
    await page.goto(paths.dashboard);
    const links = page.getByRole("link", { name: /^Print (label|slip)/ });
    expect(Math.min(...(await sizes(links)))).toBeGreaterThanOrEqual(44);
  });
});
