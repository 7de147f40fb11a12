import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import type { SubmissionStatus } from "../lib/orders/order.ts";
import { fulfillmentOf } from "../lib/staff/status-mapping.ts";
import type { OrderColumns, StaffColumns } from "../sandbox/builders/order.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrder, addOrders, addProfile, addSubscription } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage, asStaff } from "./pages/admin.page.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { standStill } from "./support/stand-still.ts";

/**
 * What the screens that people judge us by looked like when somebody last looked at them, light and dark, wide and on a
 * telephone. References: e2e/pictures/screens; to renew them see docs/hard-suite.md.
 */
test.describe("screens", { tag: "@pictures" }, () => {
  /** Enough to see a line that moved, and a quarter of the bytes. */
  const HALF = { deviceScaleFactor: 0.5 };
  // What hides others' work is a style of ours, which the pages forbid.
  test.use({ ...HALF, bypassCSP: true });
  const WIDTHS = [1440, 390];

  /** An order that has come so far. */
  const at = (step: SubmissionStatus, columns: OrderColumns & StaffColumns) => ({
    submission_status: step,
    fulfillment_status: fulfillmentOf(step),
    ...columns,
  });

  /** Takes the pictures of a page as it is now. `hidden` (a selector) is what depends on what other tests have done. */
  async function expectLooks(page: Page, name: string, hidden?: string): Promise<void> {
    if (hidden) await page.addStyleTag({ content: `${hidden} { display: none !important; }` });
    await standStill(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.soft(page).toHaveScreenshot(["screens", `${name}-${width}-${colorScheme}.png`], {
          fullPage: true,
          animations: "disabled",
          scale: "device",
        });
      }
    }
  }

  test.beforeEach(async ({ page }) => {
    // Which font a first visit shows is a matter of milliseconds: here always that of the machine.
    await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  });

  for (const [name, path] of [
    ["landing", paths.home],
    ["pricing", paths.pricing],
    ["submit-guest", paths.submitPayg],
  ] as const) {
    test(name, async ({ page }) => {
      await page.goto(path);
      await expectLooks(page, name);
    });
  }

  test("dashboard and submit of a member", async ({ page, product, signIn }) => {
    const person = await product.person();
    await addProfile(database(), person.userId);
    await addSubscription(database(), person.userId);
    const steps = [
      at("pending", { num_cards: 12 }),
      at("received", { received_at: new Date(), received_count: 10 }),
      at("grading", { grading_submission_number: "PSA-20411877" }),
      at("completed", { tracking_number: "9400100000000000000000" }),
    ];
    for (const [place, step] of steps.toReversed().entries()) {
      const submitted_at = new Date(Date.now() - (steps.length - place) * 60_000);
      await addOrder(database(), { user_id: person.userId, user_email: person.email, submitted_at, ...step });
    }
    await signIn(page, { email: person.email, password: PASSWORD });
    await page.goto(paths.dashboard);
    await expectLooks(page, "dashboard");
    await page.goto(paths.submit);
    await expectLooks(page, "submit-member");
  });

  test("the confirmation: paid, of somebody else, not sure yet, and refused", async ({
    page,
    openBrowser,
    product,
  }) => {
    const opened = await product.openCheckout({}, 12);
    const { sessionId } = opened.body;
    await page.route("**/api/process-*-payment", (route) =>
      route.fulfill({ status: 503, json: { error: "away" } }),
    );
    await page.goto(`${paths.confirmation}?session_id=${sessionId}&batch_id=${opened.body.batch_id}`);
    await expect(page.getByText("We are still confirming this payment.")).toBeVisible();
    await expectLooks(page, "confirmation-not-sure-yet");
    await page.unroute("**/api/process-*-payment");
    await product.pay(sessionId, { email: "casey@slabrelay.test" });

    const own = await openBrowser({ cookie: opened.cookie, ...HALF });
    await own.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
    for (const [who, name] of [
      [own, "paid"],
      [page, "of-somebody-else"],
    ] as const) {
      const confirmation = new ConfirmationPage(who);
      await confirmation.open(sessionId);
      await confirmation.expectPaid();
      await expectLooks(who, `confirmation-${name}`);
    }
    await page.goto(`${paths.confirmation}?session_id=nonsense`);
    await expect(page.getByText("Invalid payment session. Please contact support.")).toBeVisible();
    await expectLooks(page, "confirmation-refused");
  });

  test("the staff's list and the desk with a package", async ({ page, product, signIn }) => {
    await asStaff(page, product, signIn);
    const owner = await product.person();
    const steps = ["pending", "received", "processing", "shipped", "grading", "graded", "completed"] as const;
    await addOrders(database(), owner, steps.length, (place) =>
      at(steps[place] ?? "pending", { num_cards: 5 + place }),
    );
    await new AdminPage(page).open({ q: owner.email });
    await expectLooks(page, "admin", 'nav[aria-label="The day\'s work"], nav[aria-label="More views"]');
    const order = await addOrder(database(), { num_cards: 12, user_email: "casey@slabrelay.test" });
    const desk = new DeskPage(page);
    await desk.open();
    await desk.scan(order.batch_id);
    await expect(desk.counted).toBeFocused();
    await expectLooks(page, "desk", "section:has(> h2), main > p");
  });
});
