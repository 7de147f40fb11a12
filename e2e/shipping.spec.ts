import type { Page } from "playwright/test";
import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-shipment.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsCustomer, type Product } from "../sandbox/builders/product.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";
import { expectHydrated } from "./support/hydrated.ts";

const sql = database();

test("shows staff what a guest says about the package", {
  tag: "@full",
}, async ({ product, openBrowser, admin: { page: staff }, expectAccessible }) => {
  const { page: guest, id, batchId, path } = await BatchOwner.guest({ product, openBrowser });
  await guest.setViewportSize({ width: 390, height: 844 });
  const number = `9400${String(Date.now()).padStart(18, "1")}`;

  await guest.getByRole("button", { name: "I've shipped it" }).click();
  await guest.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByText("Please choose a carrier.")).toBeVisible();
  await guest.getByLabel("Tracking number").fill("on the truck");
  await guest.getByLabel("Carrier").selectOption("UPS");
  await guest.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByText("This doesn't look like a tracking number.")).toBeVisible();
  await guest.getByLabel("Carrier").selectOption("USPS");
  await guest.getByLabel("Tracking number").fill(number);
  await expectAccessible(guest);
  await guest.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByRole("link", { name: number })).toHaveAttribute(
    "href",
    `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  );
  await expect(
    guest.getByRole("status").filter({ hasText: "Thanks. We'll watch for your package." }),
  ).toBeVisible();

  const anybody = await openBrowser({});
  await anybody.goto(path);
  await expect(anybody.getByRole("link", { name: number })).toBeVisible();
  await anybody.getByRole("button", { name: "Mark as delivered" }).click();
  await anybody.getByRole("button", { name: "Save" }).click();
  await expect(anybody.getByText(/^If we haven't checked it in by /)).toBeVisible();
  await expectAccessible(anybody);
  await anybody.getByRole("button", { name: "Mark as not delivered" }).click();
  await expect(anybody.getByRole("button", { name: "Mark as delivered" })).toBeVisible();

  await staff.goto(staffPaths.order(id));
  await expect(staff.getByText("Customer shipped")).toBeVisible();
  const desk = new DeskPage(staff);
  await desk.open();
  await desk.scan(number);
  await expect(staff.getByText(batchId.slice(-4)).first()).toBeVisible();
  await expect(staff.getByText("Customer shipped")).toBeVisible();
});

const graded = { submission_status: "graded" };

/** Returns a new USPS tracking number. */
const aNumber = () => `94${Date.now()}${Math.floor(Math.random() * 1e7)}`.padEnd(22, "0").slice(0, 22);

test("ships a batch back by two scans, and undoes it", async ({ admin, page, expectAccessible }) => {
  const order = await addReceived(sql, {
    ...graded,
    guest_email: `g${Date.now()}@example.test`,
    return_address: sql.json({ full_name: "Casey", address_line1: "1 Main Street", city: "Austin" }),
  });
  const number = aNumber();
  await page.goto(staffPaths.returns);
  await expect(page).toHaveTitle(/^Returns/);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  await page.keyboard.type(order.batch_id);
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Tracking number");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(order.batch_id);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is a batch ID, not a tracking number.", { exact: false })).toBeVisible();
  await expect(field).toHaveValue("");
  // The barcode starts with the ZIP code.
  await page.keyboard.type(`42078701${number}`);
  await expect(page.getByLabel("Carrier")).toHaveValue("usps");
  await page.keyboard.press("Enter");
  await admin.expectToast(`${order.batch_id} is on its way back`);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "completed",
    tracking_number: number,
    return_carrier: "usps",
  });
  await page.getByRole("button", { name: `Undo: Shipped back, ${order.batch_id}` }).click();
  await admin.expectToast("Undone");
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "graded",
    tracking_number: null,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await admin.expectNoSidewaysScroll();
});

test("puts two batches of one owner in a box and shows its tracking", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, signIn, expectAccessible }) => {
  const customer = await logInAsCustomer(product);
  const mine = { user_id: customer.userId, user_email: customer.email, guest_email: null, ...graded };
  const return_address = sql.json({ full_name: "Casey Collector", address_line1: "1 Old Street" });
  const [order, second] = [
    await addReceived(sql, { ...mine, return_address }),
    await addReceived(sql, { ...mine, return_address }),
  ];
  const number = aNumber();
  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await expect(page.getByText("1 Old Street")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await admin.expectToast(`${order.batch_id} is on its way back`);

  await page.goto(withQuery(staffPaths.returns, { code: second.batch_id }));
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await admin.expectReturnQuestion(`This number belongs to ${order.batch_id}, from the same customer.`);
  await page.keyboard.press("Enter");
  await admin.expectToast(`${second.batch_id} is on its way back`);
  const strangers = await addReceived(sql, {
    ...graded,
    guest_email: `s${Date.now()}@example.test`,
  });
  await page.goto(withQuery(staffPaths.returns, { code: strangers.batch_id }));
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await admin.expectReturnQuestion("We have no return address. Check the label.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("from another customer", { exact: false })).toBeVisible();
  await expectAccessible(page);

  const home = await openBrowser();
  await signIn(home, { email: customer.email, password: PASSWORD });
  await home.goto(paths.batch(order.batch_id));
  await expect(home.getByRole("link", { name: number }).first()).toHaveAttribute(
    "href",
    `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  );
});

test("explains why a batch can't ship back", { tag: "@full" }, async ({ admin: { page } }) => {
  const received = await addReceived(database());
  for (const [code, words] of [
    [received.batch_id, "This batch isn't graded."],
    ["NO-SUCH-BATCH", "No batch matches “NO-SUCH-BATCH”"],
  ] as const) {
    await page.goto(withQuery(staffPaths.returns, { code }));
    await expect(page.getByText(words, { exact: false })).toBeVisible();
    await expect(page.getByLabel("Tracking number")).toHaveCount(0);
    await expect(page.getByLabel("Batch ID")).toBeFocused();
  }
  for (const submission_status of ["received", "graded"]) {
    await sql`update grading_orders set submission_status = ${submission_status} where id = ${received.id}`;
    await expectHydrated(page.getByLabel("Batch ID"));
    await page.keyboard.type(received.batch_id);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(withQuery(staffPaths.returns, { code: received.batch_id }));
    await expect(page.getByLabel("Tracking number")).toHaveCount(submission_status === "graded" ? 1 : 0);
  }
});

async function onItsWay(product: Product, openBrowser: (options: { cookie: string }) => Promise<Page>) {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const guest = await openBrowser({ cookie: opened.cookie });
  const confirmation = new ConfirmationPage(guest);
  await confirmation.open(opened.body.sessionId);
  await confirmation.expectPaid();
  await confirmation.unfold("Track or share this batch");
  const link = guest.getByRole("link", { name: "Open tracking page" });
  const trackPath = (await link.getAttribute("href")) ?? "";
  const batchId = String(opened.body.batch_id);
  const [order] =
    await sql`update grading_orders set submission_status = 'completed', fulfillment_status = 'complete',
    received_count = num_cards, package_condition = 'ok', tracking_number = '1Z999AA10123456784', return_carrier = 'ups'
    where batch_id = ${batchId} returning id`;
  return { id: String(order?.id), batchId, trackPath };
}

test("lets a guest confirm delivery and report a problem that staff resolve", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, expectAccessible }) => {
  const { id, batchId, trackPath } = await onItsWay(product, openBrowser);
  const owner = await openBrowser();
  await owner.setViewportSize({ width: 320, height: 700 });
  await owner.goto(trackPath);
  await expect(owner.getByRole("heading", { name: "Delivery" })).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Arrived safely" }).focus();
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("heading", { name: "Delivered" })).toBeVisible();
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "delivered" });
  await expect(owner.getByRole("button", { name: "Arrived safely" })).toHaveCount(0);

  await owner.getByRole("button", { name: "Report a problem" }).click();
  const words = owner.getByLabel("What's wrong?");
  await words.fill("Broken");
  await owner.getByRole("button", { name: "Send" }).click();
  await expect(owner.getByText("Please describe the problem in at least 10 characters.")).toBeVisible();
  await words.fill(`One slab is cracked: ${"Wolfeschlegelsteinhausen".repeat(8)}`);
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Send" }).click();
  await expect(owner.getByText("Thanks. We'll reply by email.", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(owner);

  await page.goto(withQuery(staffPaths.orders, { view: "waiting_on_us", q: batchId }));
  await expect(page.getByText("Problem reported")).toBeVisible();
  await page.goto(staffPaths.order(id));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark resolved" }).click();
  await admin.expectToast("Problem resolved");
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();

  await owner.reload();
  await expect(owner.getByRole("button", { name: "Report a problem" })).toBeVisible();
});

test("holds a changed return address at the desk until staff release it", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, signIn, expectAccessible }) => {
  const { userId, email } = await product.person();
  const order = await addReceived(sql, {
    user_id: userId,
    user_email: email,
    submission_status: "graded",
    return_address: sql.json({
      full_name: "Casey",
      address_line1: "1 Main Street",
      city: "Reno",
      country: "US",
    }),
  });

  const owner = await openBrowser();
  await signIn(owner, { email, password: PASSWORD });
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(paths.batch(order.batch_id));
  await owner.getByRole("button", { name: "Change return address" }).click();
  await owner.getByLabel("Address line 1").fill("77 Sunset Strip");
  await owner.getByLabel("City").fill("Austin");
  await owner.getByLabel("State").fill("TX");
  await owner.getByLabel("ZIP code").fill("78701");
  await owner.getByRole("button", { name: "Save address" }).click();
  await owner.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Save address" }).click();
  await expect(owner.getByText("You changed this after check-in.", { exact: false })).toBeVisible();
  await expectNoSidewaysScroll(owner);
  expect((await storedOrder(sql, order.id)).return_address).toMatchObject({ city: "Austin" });

  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await expect(page.getByText("The return address changed after check-in", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Why is this address right?").fill("They called us");
  await page.getByRole("button", { name: "Release for packing" }).click();
  await admin.expectToast("Released for packing");
  await expect(page.getByLabel("Tracking number")).toBeVisible();
});
