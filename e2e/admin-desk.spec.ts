import { withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsCustomer, logInAsStaff, payForBatch } from "../sandbox/builders/product.ts";
import { addException, addOrder, addOrders, addProfile, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectHydrated } from "./support/hydrated.ts";

test("a batch from payment to returned, by keyboard alone", { tag: "@full" }, async ({
  admin,
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const { id, batchId } = await payForBatch(product, database(), {}, { cards: 3 });

  // Scanned as a keyboard: without the prefix, in lower case, Enter.
  await page.goto(staffPaths.receive);
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  await page.keyboard.type(batchId.replace("BATCH-", "").toLowerCase());
  await page.keyboard.press("Enter");
  const counted = page.getByLabel("Cards counted");
  await expect(counted).toBeFocused();
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await page.keyboard.type("B-12");
  await expectHydrated(page.getByRole("button", { name: "Check in" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${batchId}: counted 3 of 3`)).toBeVisible();
  await expect(page.getByLabel("Batch ID")).toBeFocused();
  expect(await storedOrder(database(), id)).toMatchObject({
    fulfillment_status: "grading",
    submission_status: "received",
    received_count: 3,
  });

  await page.goto(staffPaths.order(id));
  const step = page.getByLabel("Submission status");
  for (const [letter, status] of [
    ["Shipped", "shipped"],
    ["At the", "grading"],
    ["Grades", "graded"],
    ["On its", "completed"],
    ["Returned", "delivered"],
  ] as const) {
    await admin.tabTo(step);
    await page.keyboard.type(letter);
    await page.keyboard.press("Enter");
    if (status === "completed") {
      await admin.tabTo(page.getByRole("textbox", { name: "Tracking number" }));
      await page.keyboard.type(`1Z${Date.now()}`);
    }
    await admin.tabTo(page.getByRole("button", { name: "Save changes" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Everything is saved")).toBeVisible();
    expect((await storedOrder(database(), id)).submission_status).toBe(status);
    await page.reload();
  }
  expect(await storedOrder(database(), id)).toMatchObject({ fulfillment_status: "complete" });
});

test("before the page's script runs, Enter sends nothing away that staff have typed", {
  tag: "@full",
}, async ({ openBrowser, product, signIn }) => {
  const { email } = await logInAsStaff(product, database());
  const order = await addOrder(database());
  const page = await openBrowser({ javaScriptEnabled: false });
  await signIn(page, { email, password: PASSWORD });
  for (const [path, label] of [
    [withQuery(staffPaths.receive, { code: order.batch_id }), "Cards counted"],
    [withQuery(staffPaths.receive, { code: "NO-SUCH-BATCH" }), "Sender"],
    [staffPaths.order(order.id), "Reason"],
  ] as const) {
    await page.goto(path);
    for (const fold of await page.getByText("Give money back…").all()) await fold.click();
    const field = page.getByLabel(label).first();
    await field.fill("3");
    await field.press("Enter");
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    await expect(field).toHaveValue("3");
    await expect(page.locator("form:not([action]) [type=submit]:enabled")).toHaveCount(0);
  }
});

test("one order, whole: refunded in part after a question, with its people and places", async ({
  admin,
  page,
  product,
  expectAccessible,
}) => {
  const { id, batchId } = await payForBatch(product, database(), {}, { cards: 4 });
  await page.goto(staffPaths.order(id));
  await expect(page.getByRole("heading", { level: 1, name: batchId })).toBeVisible();
  await expect(page.getByRole("link", { name: "Print label" })).toBeVisible();
  await expectAccessible(page);
  await page.getByText("Give money back…").click();
  await page.getByLabel("Amount to refund (USD)").fill("25");
  await page.getByRole("button", { name: "Refund…" }).click();
  await expect(page.getByText("Please say why, for the order's record.")).toBeVisible();
  await page.getByLabel("Reason").fill("One card is missing");
  await page.getByRole("button", { name: "Refund…" }).click();
  await expect(page.getByRole("dialog")).toContainText("The order stays as it is.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Refund $25.00" }).click();
  await admin.expectToast("Refund made");
  await expect(page.getByText("Up to $75.00.", { exact: false })).toBeVisible();
  expect(await storedOrder(database(), id)).toMatchObject({ payment_status: "paid", refunded_cents: 2_500 });
  await page.setViewportSize({ width: 320, height: 800 });
  await admin.expectNoSidewaysScroll();
});

test("a customer's profile: what can be copied, ten orders, and clear words when there is none", {
  tag: "@full",
}, async ({ admin: { page }, context, product, expectAccessible }) => {
  const customer = await product.person();
  await addOrders(database(), customer, 12);
  await addProfile(database(), customer.userId);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(withQuery(staffPaths.userProfile, { user_id: customer.userId }));
  await expect(page.getByRole("heading", { level: 1, name: "Casey Collector" })).toBeVisible();
  await page.getByRole("button", { name: "Copy full address" }).click();
  await expect(page.getByText("Copied").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Casey Collector\n77 Sunset Strip\nAustin, TX 78701\nUS",
  );
  await expect(page.getByRole("row")).toHaveCount(11);
  await expectAccessible(page);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/admin\/order\/[0-9a-f-]{36}$/);

  await page.goto(staffPaths.userProfile);
  await expect(page.getByText("No user_id provided")).toBeVisible();
  for (const id of ["nonsense", "00000000-0000-4000-8000-000000000000"]) {
    await page.goto(withQuery(staffPaths.userProfile, { user_id: id }));
    await expect(page.getByText("No Profile Found")).toBeVisible();
  }
});

test("what does not agree is settled with a word about it", { tag: "@full" }, async ({
  admin,
  page,
  expectAccessible,
}) => {
  const order = await addOrder(database());
  await addException(database(), { order_id: order.id, detail: { amount_cents: 2600 } });
  await page.goto(staffPaths.reconcile);
  const item = page.getByRole("listitem").filter({ hasText: order.batch_id });
  await expect(item.getByText("amount $26.00", { exact: false })).toBeVisible();
  await expect(item.getByText("The order is paid already.", { exact: false })).toBeVisible();
  await expect(item.getByRole("button")).toHaveText(["Ask again", "Settle…"]);
  await expectAccessible(page);
  await item.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.locator("dialog:modal");
  await dialog.getByRole("textbox", { name: "What was done" }).fill("Refunded the dollar");
  await dialog.getByRole("button", { name: "Settle", exact: true }).click();
  await admin.expectToast("Settled");
  await expect(item.getByText("amount $26.00", { exact: false })).toHaveCount(0);
});

test("the owner adds and removes staff; the next click of who was removed is refused", {
  tag: "@full",
}, async ({ page, openBrowser, product, signIn }) => {
  const owner = await logInAsStaff(product, database(), "owner");
  const member = await logInAsCustomer(product);
  await signIn(page, { email: owner.email, password: PASSWORD });
  await page.goto(staffPaths.people);
  const add = async () => {
    await page.getByRole("button", { name: "Add to staff" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  };
  await page.getByLabel("Email").fill("nobody@example.com");
  await add();
  await expect(page.getByText("There is no account with this address.", { exact: false })).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await add();
  await expect(page.getByRole("button", { name: `Remove ${member.email}` })).toBeVisible();

  const other = await openBrowser();
  await signIn(other, { email: member.email, password: PASSWORD });
  await other.goto(staffPaths.orders);
  await expect(other.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await other.goto(staffPaths.people);
  await expect(other).toHaveURL(/\/dashboard/);

  await page.getByRole("button", { name: `Remove ${member.email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: `Remove ${member.email}` })).toHaveCount(0);
  await other.goto(staffPaths.orders);
  await expect(other).toHaveURL(/\/dashboard/);
});
