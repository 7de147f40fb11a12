import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import type { SubmissionStatus } from "../lib/orders/order.ts";
import { statuses } from "../lib/orders/status.ts";
import type { OrderColumns, StaffColumns } from "../sandbox/builders/order.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrder, addOrders, addProfile, addSubscription } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage, asStaff } from "./pages/admin.page.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { freezeVaryingText } from "./support/freeze-varying-text.ts";

/**
 * Compares eight main screens with pictures of when someone last checked them, each in one color scheme and width. References: e2e/pictures/screens; to renew them see CONTRIBUTING.md.
 */
test.describe("screens", { tag: "@pictures" }, () => {
  /** Enough to see a line that moved, and a quarter of the bytes. */
  const HALF = { deviceScaleFactor: 0.5 };
  // What hides others' work is a style of ours, which the pages forbid.
  test.use({ ...HALF, bypassCSP: true });
  type Look = `${1440 | 390}-${"light" | "dark"}`;

  /** An order that has come so far. */
  const at = (step: SubmissionStatus, columns: OrderColumns & StaffColumns) => ({
    submission_status: step,
    fulfillment_status: statuses[step].fulfillment,
    ...columns,
  });

  /** Compares the page as it is now with its picture. `hidden` (a selector) is what depends on other tests. */
  async function expectLook(page: Page, name: string, look: Look, hidden?: string): Promise<void> {
    if (hidden) await page.addStyleTag({ content: `${hidden} { display: none !important; }` });
    await freezeVaryingText(page);
    const [width, colorScheme] = look.split("-") as ["1440" | "390", "light" | "dark"];
    await page.setViewportSize({ width: Number(width), height: 900 });
    await page.emulateMedia({ colorScheme });
    await expect.soft(page).toHaveScreenshot(["screens", `${name}-${look}.png`], {
      fullPage: true,
      animations: "disabled",
      scale: "device",
    });
  }

  test.beforeEach(async ({ page }) => {
    // Which font a first visit shows is a matter of milliseconds: here always that of the machine.
    await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  });

  for (const [name, path, look] of [
    ["landing", paths.home, "1440-light"],
    ["pricing", paths.pricing, "390-light"],
    ["submit-guest", paths.submitPayg, "390-dark"],
  ] as const) {
    test(name, async ({ page }) => {
      await page.goto(path);
      await expectLook(page, name, look);
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
    await expectLook(page, "dashboard", "1440-dark");
    await page.goto(paths.submit);
    await expectLook(page, "submit-member", "1440-light");
  });

  test("the confirmation of a paid batch", async ({ openBrowser, product }) => {
    const opened = await product.openCheckout({}, 12);
    const { sessionId } = opened.body;
    await product.pay(sessionId, { email: "casey@slabrelay.test" });
    const page = await openBrowser({ cookie: opened.cookie, ...HALF });
    await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
    const confirmation = new ConfirmationPage(page);
    await confirmation.open(sessionId);
    await confirmation.expectPaid();
    await expectLook(page, "confirmation-paid", "390-light");
  });

  test("the staff's list and the desk with a package", async ({ page, product, signIn }) => {
    await asStaff(page, product, signIn);
    const owner = await product.person();
    const steps = ["pending", "received", "processing", "shipped", "grading", "graded", "completed"] as const;
    await addOrders(database(), owner, steps.length, (place) =>
      at(steps[place] ?? "pending", { num_cards: 5 + place }),
    );
    await new AdminPage(page).open({ q: owner.email });
    await expectLook(page, "admin", "1440-light", 'nav[aria-label="Views"]');
    const order = await addOrder(database(), { num_cards: 12, user_email: "casey@slabrelay.test" });
    const desk = new DeskPage(page);
    await desk.open();
    await desk.scan(order.batch_id);
    await expect(desk.counted).toBeFocused();
    await expectLook(page, "desk", "1440-dark", "section:has(> h2), main > p");
  });
});
