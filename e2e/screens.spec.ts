import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import type { SubmissionStatus } from "../lib/orders/status.ts";
import { statuses } from "../lib/orders/status.ts";
import type { OrderColumns, StaffColumns } from "../sandbox/builders/order.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrder, addOrders, addProfile, addSubscription } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage, asStaff } from "./pages/admin.page.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { DeskPage } from "./pages/desk.page.ts";

/** Always uses the fallback font, because a first visit may still show it. */
const withoutWebFonts = (page: Page) =>
  page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));

/** Replaces variable text with constants of the same length, so that screenshots differ only in appearance. */
async function freezeVaryingText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
    const SHORT = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?";
    const changes: [RegExp, string][] = [
      [/BATCH-[0-9A-Z]+-[0-9A-Z]{4}/g, "BATCH-MGX2K9QW-7F3K"],
      [/cs_test_\w+/g, "cs_test_a1b2c3d4e5f6g7h8"],
      // The last four letters may be in their own element.
      [/BATCH-[0-9A-Z]+-$/, "BATCH-MGX2K9QW-"],
      [/^[\d,]+\+?(?= (to check in|here, not counted)$)/, "12"],
      [/^[2-9A-HJ-NP-Z]{4}$/, "7F3K"],
      [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "casey@slabrelay.test"],
      [new RegExp(`\\b${DAY}, (?=${SHORT}|${MONTH})`, "g"), "Mon, "],
      [new RegExp(`\\b(?:${MONTH}|${SHORT}) \\d{1,2}\\b`, "g"), "Nov 16"],
      [/Nov 16 to (?:Nov )?\d{1,2}\b/g, "Nov 16 to 23"],
      [/\b\d{1,2}:\d{2} (AM|PM)\b/g, "10:30 AM"],
      [/\b20\d\d\b/g, "2026"],
      [/\b(a|\d+) (second|minute|hour|day)s? ago\b/g, "5 minutes ago"],
    ];
    const still = (text: string) =>
      changes.reduce((soFar, [pattern, word]) => soFar.replace(pattern, word), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      const changed = still(text);
      if (changed !== text) node.nodeValue = changed;
    }
    for (const field of document.querySelectorAll("input")) field.value = still(field.value);
  });
}

/** Reference images are in e2e/pictures. CONTRIBUTING.md says how to update them. */
test.describe("screens", { tag: "@pictures" }, () => {
  const HALF = { deviceScaleFactor: 0.5 };
  // Bypasses the pages' CSP, which blocks the style that hides other tests' data.
  test.use({ ...HALF, bypassCSP: true });
  type Look = `${1440 | 390}-${"light" | "dark"}`;

  const at = (step: SubmissionStatus, columns: OrderColumns & StaffColumns) => ({
    submission_status: step,
    fulfillment_status: statuses[step].fulfillment,
    ...columns,
  });

  /** Compares the page with its reference image. `hidden` is a selector for data that other tests change. */
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
    await withoutWebFonts(page);
  });

  for (const [name, path, look] of [
    ["landing", paths.home, "1440-light"],
    ["pricing", paths.pricing, "390-light"],
    ["submit-guest", paths.submitPayg, "390-dark"],
  ] as const) {
    test(`matches the screenshots of ${name}`, async ({ page }) => {
      await page.goto(path);
      await expectLook(page, name, look);
    });
  }

  test("matches the screenshots of the dashboard and the submit page", async ({ page, product, signIn }) => {
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

  test("matches the screenshots of the confirmation", async ({ openBrowser, product }) => {
    const opened = await product.openCheckout({}, 12);
    const { sessionId } = opened.body;
    await product.pay(sessionId, { email: "casey@slabrelay.test" });
    const page = await openBrowser({ cookie: opened.cookie, ...HALF });
    await withoutWebFonts(page);
    const confirmation = new ConfirmationPage(page);
    await confirmation.open(sessionId);
    await confirmation.expectPaid();
    await expectLook(page, "confirmation-paid", "390-light");
  });

  test("matches the screenshots of the staff list and the desk", async ({ page, product, signIn }) => {
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

test.describe("pictures", { tag: "@pictures" }, () => {
  test("matches the screenshots of the label and the slip", async ({ page, product, signIn }) => {
    const { userId, email } = await product.person();
    const { id } = await addOrder(database(), {
      user_id: userId,
      user_email: "casey@example.com",
      batch_id: "BATCH-MGX2K9QW-7F3K",
      num_cards: 12,
      submitted_at: new Date("2026-11-01T10:00:00Z"),
      notes: "Two in top loaders.\nKeep the sleeves.",
    });
    await signIn(page, { email, password: PASSWORD });
    await withoutWebFonts(page);
    for (const [name, path] of [
      ["label", paths.label(id)],
      ["slip", paths.slip(id)],
    ] as const) {
      await page.goto(path);
      await page.emulateMedia({ media: "print" });
      await expect(page).toHaveScreenshot(`${name}.png`, { fullPage: true });
    }
  });
});
