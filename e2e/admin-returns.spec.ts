import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-group.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsCustomer } from "../sandbox/builders/product.ts";
import { addProfile, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectHydrated } from "./support/hydrated.ts";

const graded = { submission_status: "graded" };

/** A number of the postal service that no other run has. */
const aNumber = () => `94${Date.now()}${Math.floor(Math.random() * 1e7)}`.padEnd(22, "0").slice(0, 22);

test("scan, scan, next: by keyboard alone where all agrees, with Undo where it was done", async ({
  admin,
  page,
  expectAccessible,
}) => {
  const order = await addReceived(database(), {
    ...graded,
    guest_email: `g${Date.now()}@example.test`,
    return_address: database().json({ full_name: "Casey", address_line1: "1 Main Street", city: "Austin" }),
  });
  const number = aNumber();
  await page.goto(staffPaths.returns);
  await expect(page).toHaveTitle(/^Back to the owner/);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  await page.keyboard.type(order.batch_id);
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Tracking number");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  // The batch's own label in place of the carrier's.
  await page.keyboard.type(order.batch_id);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is a batch ID, not a tracking number.", { exact: false })).toBeVisible();
  await expect(field).toHaveValue("");
  // As the barcode reads: with the ZIP code in front.
  await page.keyboard.type(`42078701${number}`);
  await expect(page.getByLabel("Carrier")).toHaveValue("usps");
  await page.keyboard.press("Enter");
  await admin.expectToast(`${order.batch_id} is on its way back`);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  expect(await storedOrder(database(), order.id)).toMatchObject({
    submission_status: "completed",
    tracking_number: number,
    return_carrier: "usps",
  });
  await page.getByRole("button", { name: `Undo: Sent back to its owner, ${order.batch_id}` }).click();
  await admin.expectToast("Taken back");
  expect(await storedOrder(database(), order.id)).toMatchObject({
    submission_status: "graded",
    tracking_number: null,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await admin.expectNoSidewaysScroll();
});

test("a label that is scanned before its batch is there is that batch's", { tag: "@full" }, async ({
  admin,
  page,
}) => {
  const order = await addReceived(database(), {
    ...graded,
    return_address: database().json({ full_name: "Casey", address_line1: "1 Main Street", city: "Austin" }),
  });
  const number = aNumber();
  await page.goto(staffPaths.returns);
  await expectHydrated(page.getByLabel("Batch ID"));
  for (const code of [order.batch_id, number]) {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  }
  await admin.expectToast(`${order.batch_id} is on its way back`);
  expect((await storedOrder(database(), order.id)).tracking_number).toBe(number);
});

test("an address that differs is shown and asked about once; the owner then follows the parcel", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, signIn, expectAccessible }) => {
  const customer = await logInAsCustomer(product);
  await addProfile(database(), customer.userId, { address_line1: "9 New Street" });
  const mine = { user_id: customer.userId, user_email: customer.email, guest_email: null, ...graded };
  const [order, second] = [
    await addReceived(database(), {
      ...mine,
      return_address: database().json({ full_name: "Casey Collector", address_line1: "1 Old Street" }),
    }),
    await addReceived(database(), mine),
  ];
  const number = aNumber();
  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await expect(page.getByText("The profile has another address than the order")).toBeVisible();
  const street = page.getByRole("row").filter({ hasText: "Street" }).first();
  await expect(street).toContainText("1 Old Street");
  await expect(street).toContainText("9 New Street");
  await expect(street).toContainText("differs");
  await expectAccessible(page);
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await admin.expectReturnQuestion("The addresses differ. Check the one on the label.");
  expect((await storedOrder(database(), order.id)).submission_status).toBe("graded");
  await page.keyboard.press("Enter");
  await admin.expectToast(`${order.batch_id} is on its way back`);

  // The second batch of the same owner goes in the same box.
  await page.goto(withQuery(staffPaths.returns, { code: second.batch_id }));
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await admin.expectReturnQuestion(`This number is on the parcel of ${order.batch_id}, of the same owner.`);
  await page.keyboard.press("Enter");
  await admin.expectToast(`${second.batch_id} is on its way back`);
  // A stranger's does not.
  const strangers = await addReceived(database(), { ...graded, guest_email: `s${Date.now()}@example.test` });
  await page.goto(withQuery(staffPaths.returns, { code: strangers.batch_id }));
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await admin.expectReturnQuestion("No address is known. Check the one on the label.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("which is another owner's", { exact: false })).toBeVisible();
  await expectAccessible(page);

  const home = await openBrowser();
  await signIn(home, { email: customer.email, password: PASSWORD });
  await home.goto(paths.batch(order.batch_id));
  await expect(home.getByRole("link", { name: number }).first()).toHaveAttribute(
    "href",
    `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  );
});

test("what cannot go back says why", { tag: "@full" }, async ({ admin: { page } }) => {
  const received = await addReceived(database());
  for (const [code, words] of [
    [received.batch_id, "This batch is not graded."],
    ["NO-SUCH-BATCH", "No batch “NO-SUCH-BATCH”"],
  ] as const) {
    await page.goto(withQuery(staffPaths.returns, { code }));
    await expect(page.getByText(words, { exact: false })).toBeVisible();
    await expect(page.getByLabel("Tracking number")).toHaveCount(0);
    await expect(page.getByLabel("Batch ID")).toBeFocused();
  }
  // What is scanned next replaces what cannot go, and is looked up anew.
  for (const submission_status of ["received", "graded"]) {
    await database()`update grading_orders set submission_status = ${submission_status} where id = ${received.id}`;
    await expectHydrated(page.getByLabel("Batch ID"));
    await page.keyboard.type(received.batch_id);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(withQuery(staffPaths.returns, { code: received.batch_id }));
    await expect(page.getByLabel("Tracking number")).toHaveCount(submission_status === "graded" ? 1 : 0);
  }
});
