import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

test("titles each staff page and marks its section in the header and tabs", {
  tag: "@full",
}, async ({ admin, page }) => {
  const order = await addOrder(database(), { title: "Vintage lot" });
  const pages = [
    [staffPaths.orders, "Orders"],
    [staffPaths.order(order.id), "Vintage lot · Orders", { tab: "Orders", mark: "true" }],
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
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(staffPaths.reconcile);
  const tab = page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Reconciliation" });
  await expect(tab).toBeInViewport({ ratio: 1 });
});

test.describe("touch targets", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  test("makes touch targets 44 px high in header, rows and lists", {
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
