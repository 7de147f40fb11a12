import { withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { uniqueToken } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsCustomer, logInAsStaff, payForBatch } from "../sandbox/builders/product.ts";
import { addException, addOrder, addOrders, addProfile, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage } from "./pages/admin.page.ts";
import { Keyboard } from "./support/keyboard.ts";

test.describe("the form", () => {
  // What most users have: dialogs and the drawer animate.
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("finds, opens, edits and closes an order by keyboard", { tag: "@full" }, async ({ admin, page }) => {
    const mark = uniqueToken();
    const [order] = await addOrders(database(), null, 2, { grading_submission_number: mark });
    if (!order) throw new Error("no order");
    await admin.open();
    await admin.tabTo(admin.search);
    await page.keyboard.type(mark);
    await page.keyboard.press("Enter");
    await expect(admin.link(order.batch_id)).toBeVisible();
    await admin.tabTo(admin.link(order.batch_id));
    await page.keyboard.press("Enter");
    await admin.expectOrder(order.batch_id);
    await expect(page).toHaveURL(new RegExp(`order=${order.id}`));
    expect(await admin.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);

    await admin.tabTo(admin.dialog.getByText("Edit order"));
    await page.keyboard.press("Enter");
    await admin.tabTo(admin.dialog.getByLabel("Fulfillment"));
    await page.keyboard.press("g");
    await admin.tabTo(admin.dialog.getByLabel("Add a staff note"));
    await page.keyboard.type("Sleeves are damp");
    await admin.tabTo(admin.save);
    await page.keyboard.press("Enter");
    await admin.expectToast("Order updated successfully");
    await page.keyboard.press("Escape");
    await expect(admin.dialog).toHaveCount(0);
    await expect(admin.link(order.batch_id)).toBeFocused();
    await expect(admin.row(order.batch_id)).toContainText("Getting ready");
    await admin.expectNoToast("Order updated successfully");
    expect(await storedOrder(database(), order.id)).toMatchObject({ fulfillment_status: "grading" });
    await admin.openOrder(order.batch_id);
    const note = admin.dialog.getByRole("listitem").filter({ hasText: "Sleeves are damp" }).first();
    await expect(note).toContainText(admin.email);
  });

  test("keeps an invoice's file name and asks before discarding changes", { tag: "@full" }, async ({
    admin,
    page,
  }) => {
    const mark = uniqueToken();
    const order = await addOrder(database(), { grading_submission_number: mark });
    await admin.open({ q: mark });
    await admin.openOrder(order.batch_id);
    await admin.openForm("Edit order");
    const file = admin.dialog.getByLabel("Invoice file");
    expect(await file.getAttribute("accept")).toBe(".pdf,.jpg,.jpeg,.png");
    await file.setInputFiles({
      name: "Invoice 7.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF"),
    });
    page.once("dialog", (question) => question.dismiss());
    await admin.dialog.getByRole("link", { name: "Close" }).click();
    await admin.expectOrder(order.batch_id);
    await admin.save.click();
    await admin.expectToast("File upload mocked - filename saved");
    expect((await storedOrder(database(), order.id)).invoice_filename).toBe("Invoice 7.pdf");
  });

  test("requires a reason to mark a card payment as unpaid", { tag: "@full" }, async ({ admin }) => {
    const mark = uniqueToken();
    const order = await addOrder(database(), {
      grading_submission_number: mark,
      stripe_payment_intent_id: `pi_${mark}`,
    });
    await admin.open({ q: mark });
    await admin.openOrder(order.batch_id);
    await admin.openForm("Edit order");
    await expect(admin.dialog.getByRole("radio")).toHaveCount(2);
    await admin.dialog.getByRole("radio", { name: "Unpaid" }).check();
    await admin.save.click();
    await admin.expectToast("Failed to update order");
    await admin.dialog.getByLabel("Reason").fill("Charged back at the bank");
    await admin.save.click();
    await admin.expectToast("Order updated successfully");
    await expect(admin.dialog.getByText("Charged back at the bank")).toBeVisible();
  });

  test("changes several orders at once and shows a result for each", { tag: "@full" }, async ({
    admin,
    page,
    product,
    expectAccessible,
  }) => {
    const mark = uniqueToken();
    const [one, two, three] = await addOrders(database(), null, 3, { grading_submission_number: mark });
    if (!(one && two && three)) throw new Error("no orders");
    await admin.open({ q: mark });
    const all = page.getByLabel("Select all");
    await expect(all).toBeEnabled();
    await all.focus();
    await page.keyboard.press("Space");
    await page.getByLabel(`Select ${three.batch_id}`).uncheck();
    const other = await logInAsStaff(product, database());
    await product.post(
      `/api/admin/orders/${two.id}`,
      { version: two.version, changes: { internal_notes: "Hands off" } },
      other,
    );
    await page.getByRole("button", { name: "Change 2 orders" }).click();
    await expectAccessible(page);
    await admin.dialog.getByLabel("Fulfillment").selectOption("Complete");
    await admin.dialog.getByLabel("Tracking number").fill("1Z999AA10000000005");
    await admin.dialog.getByRole("button", { name: "Review changes" }).click();
    await expect(admin.dialog.getByRole("status").first()).toHaveText("2 orders from 1 customer");
    await expect(admin.dialog.getByRole("status").first()).toBeFocused();
    await expect(admin.dialog.getByRole("listitem")).toHaveText([
      "2 never checked in",
      "2 never sent to the grader",
    ]);
    await expectAccessible(page);
    await admin.dialog.getByLabel("Reason").fill("Counted on paper");
    await admin.dialog.getByRole("button", { name: "Save 2 orders" }).click();
    await expect(admin.dialog.getByRole("status")).toHaveText("1 updated, 1 not saved");
    await expect(admin.dialog.getByRole("status")).toBeFocused();
    await expect(admin.dialog.getByRole("listitem").filter({ hasText: two.batch_id })).toContainText(
      other.email,
    );
    expect((await storedOrder(database(), two.id)).tracking_number).toBeNull();
    await admin.dialog.getByRole("button", { name: "Save this one anyway" }).click();
    await expect(admin.dialog.getByRole("status")).toHaveText("2 updated");
    await expect(admin.dialog.getByRole("status")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Undo last change…" })).toBeFocused();
    for (const { batch_id } of [one, two])
      await expect(admin.row(batch_id)).toContainText("1Z999AA10000000005");
    await expect(admin.row(three.batch_id)).not.toContainText("1Z999AA10000000005");
  });
});

test.describe("undo", () => {
  test("undoes a check-in and an arrival at the desk", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const [wrong, other] = [await addOrder(database()), await addOrder(database())];
    const keyboard = new Keyboard(page);
    await page.goto(withQuery(staffPaths.receive, { code: wrong.batch_id }));
    await keyboard.type(page.getByLabel("Cards counted"), "10");
    await keyboard.press(page.getByRole("button", { name: "Check in" }));
    await expect(page.getByText(`${wrong.batch_id}: counted 10 of 10`)).toBeVisible();
    await expectAccessible(page);
    await keyboard.press(page.getByRole("button", { name: `Undo: check-in for ${wrong.batch_id}` }));
    await admin.expectToast("Undone");
    // The next package can be counted immediately.
    await expect(page.getByLabel("Cards counted")).toBeVisible();
    expect(await storedOrder(database(), wrong.id)).toMatchObject({
      submission_status: "pending",
      received_at: null,
      received_count: null,
    });

    await page.goto(withQuery(staffPaths.receive, { code: other.batch_id }));
    await keyboard.press(page.getByRole("button", { name: "Mark as arrived, count later" }));
    await admin.expectToast("Marked as arrived");
    await page.goto(staffPaths.receive);
    await page.getByRole("button", { name: `Undo: Marked as arrived, ${other.batch_id}` }).click();
    await admin.expectToast("Undone");
    expect((await storedOrder(database(), other.id)).arrived_at).toBeNull();
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();
  });

  test("undoes a bulk change that emptied the list but skips orders changed since", {
    tag: "@full",
  }, async ({ admin, page }) => {
    const mark = `U${Date.now()}`;
    const graded = { submission_status: "graded", fulfillment_status: "grading", received_at: new Date() };
    const rows = await addOrders(database(), null, 3, { ...graded, grading_submission_number: mark });
    const [first, second] = rows;
    if (!(first && second)) throw new Error("no orders");
    await admin.open({ q: mark, view: "to_return" });
    await page.getByRole("checkbox", { name: /select all/i }).check();
    await page.getByRole("button", { name: /^Change/ }).click();
    const dialog = page.locator("dialog:modal");
    await dialog.getByLabel("Submission status").selectOption("delivered");
    await dialog.getByLabel("Tracking number").fill("1Z999AA10000000006");
    await dialog.getByRole("button", { name: "Review changes" }).click();
    await database()`update public.grading_orders set return_carrier = 'ups' where id = ${second.id}`;
    await dialog.getByRole("button", { name: "Save 3 orders" }).click();
    await expect(dialog.getByText("2 updated, 1 not saved", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Save this one anyway" }).click();
    await expect(dialog.getByText("3 updated", { exact: true })).toBeVisible();
    await expect(page.getByText("No orders found")).toBeVisible();
    await database()`update public.grading_orders set tracking_number = '1Z-OWN' where id = ${first.id}`;
    await page.reload();
    await page.getByRole("button", { name: "Undo last change…" }).click();
    await expect(dialog.getByText(second.batch_id)).toBeVisible();
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(dialog.getByText("2 undone, 1 couldn't be undone")).toBeVisible();
    await expect(dialog.getByText("Can't undo.", { exact: false })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(admin.link(second.batch_id)).toBeVisible();
    const after = await Promise.all(rows.map(({ id }) => storedOrder(database(), id)));
    expect(after.map((order) => [order.submission_status, order.tracking_number])).toEqual([
      ["delivered", "1Z-OWN"],
      ["graded", null],
      ["graded", null],
    ]);
  });
});

test.describe("from payment to refund", () => {
  test("refunds part of an order after confirmation, then adds a note", async ({
    admin,
    page,
    product,
    expectAccessible,
  }) => {
    const { id, batchId } = await payForBatch(product, database(), {}, { cards: 4 });
    await page.goto(staffPaths.order(id));
    await expect(page.getByRole("heading", { level: 1, name: "Waiting for the cards" })).toBeVisible();
    await expect(page.locator(".slab", { hasText: batchId })).toBeVisible();
    await expect(page.getByRole("link", { name: "Print box label and packing slip" })).toBeVisible();
    await expectAccessible(page);
    await admin.openForm("Refund");
    await page.getByLabel("Amount to refund (USD)").fill("25");
    await page.getByRole("button", { name: "Review refund" }).click();
    await expect(page.getByText("Enter a reason.")).toBeVisible();
    await page.getByLabel("Reason").fill("One card is missing");
    await page.getByRole("button", { name: "Review refund" }).click();
    await expect(page.getByRole("dialog")).toContainText("The order stays as it is.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Refund $25.00" }).click();
    await admin.expectToast("Refund sent");
    await expect(page.getByText("Up to $75.00.", { exact: false })).toBeVisible();
    await admin.openForm("Add a note");
    await page.getByLabel("Add a staff note").fill("Calls on Mondays");
    await page.getByRole("button", { name: "Save note" }).click();
    await admin.expectToast("Order updated successfully");
    await expect(page.getByText("Calls on Mondays").first()).toBeVisible();
    expect(await storedOrder(database(), id)).toMatchObject({
      payment_status: "paid",
      refunded_cents: 2_500,
    });
    await page.setViewportSize({ width: 320, height: 800 });
    await admin.expectNoSidewaysScroll();
  });

  test("shows and copies a customer's profile with ten orders, or says that there is none", {
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

  test("resolves a payment exception with a note", { tag: "@full" }, async ({
    admin,
    page,
    expectAccessible,
  }) => {
    const order = await addOrder(database());
    await addException(database(), { order_id: order.id, detail: { amount_cents: 2600 } });
    await page.goto(staffPaths.reconcile);
    const item = page.getByRole("listitem").filter({ hasText: order.batch_id });
    await expect(item.getByText("amount $26.00", { exact: false })).toBeVisible();
    await expect(item.getByText("The order is already paid.", { exact: false })).toBeVisible();
    await expect(item.getByRole("button")).toHaveText(["Check Stripe", "Resolve…"]);
    await expectAccessible(page);
    await item.getByRole("button", { name: "Resolve…" }).click();
    const dialog = page.locator("dialog:modal");
    await dialog.getByRole("textbox", { name: "What you did" }).fill("Refunded the dollar");
    await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
    await admin.expectToast("Resolved");
    await expect(item.getByText("amount $26.00", { exact: false })).toHaveCount(0);
  });

  test("lets the owner add and remove staff and rejects a removed person", {
    tag: "@full",
  }, async ({ page, openBrowser, product, signIn }) => {
    const owner = await logInAsStaff(product, database(), "owner");
    const member = await logInAsCustomer(product);
    await signIn(page, { email: owner.email, password: PASSWORD });
    await page.goto(staffPaths.people);
    const add = async () => {
      await page.getByRole("button", { name: "Add to staff" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Add to staff" }).click();
    };
    await page.getByLabel("Email").fill("nobody@example.com");
    await add();
    await expect(page.getByText("No account has this email.", { exact: false })).toBeVisible();
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
    await page.getByRole("dialog").getByRole("button", { name: "Remove access" }).click();
    await expect(page.getByRole("button", { name: `Remove ${member.email}` })).toHaveCount(0);
    await other.goto(staffPaths.orders);
    await expect(other).toHaveURL(/\/dashboard/);
  });
});

test.describe("refunds and activity", () => {
  test("asks for the second factor before a large refund", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const member = await logInAsStaff(product, database());
    const order = await addOrder(database(), { num_cards: 40, total_paid: 1000 });
    await signIn(page, { email: member.email, password: PASSWORD });
    await page.goto(staffPaths.order(order.id));
    await new AdminPage(page).openForm("Refund");
    await page.getByRole("textbox", { name: "Reason" }).fill("The package was lost");
    await page.getByRole("button", { name: "Review refund" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Refund \$/ })
      .click();
    await expect(page.getByText(/^Refunds above \$500 /)).toBeVisible();
    await expectAccessible(page);
    // The link opens a new tab so that the form keeps its input.
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Enter your code in a new tab" }).click();
    await expect((await opened).getByRole("heading", { level: 1, name: "One more step" })).toBeVisible();
  });
});
