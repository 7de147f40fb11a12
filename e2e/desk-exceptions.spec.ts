import { apiPaths } from "../lib/base/api-paths.ts";
import { aParcel } from "../sandbox/builders/desk-day.ts";
import { aGuestKey, aMark, anEmail } from "../sandbox/builders/ids.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { addOrder, eventsOf, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { Keyboard } from "./support/keyboard.ts";

const PARCEL = "9400110200881234567890";

test("what is not paid is set aside by Enter; its customer is asked, and it is opened once it is paid", {
  tag: "@full",
}, async ({ admin, page, expectAccessible }) => {
  const { id, batch_id } = await addOrder(database(), { payment_status: "unpaid", num_cards: 2 });
  const keyboard = new Keyboard(page);
  const desk = new DeskPage(page);
  const row = page.getByRole("row").filter({ hasText: batch_id });
  await desk.open();
  await desk.scan(batch_id);
  await desk.expectResult("This batch is not paid");
  await expectAccessible(page);
  await expect(page.getByRole("textbox", { name: /^Note/ })).toBeFocused();
  await page.keyboard.type("wet on one side");
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batch_id} is set aside`);
  await expect(row).toContainText("wet on one side");
  await expectAccessible(page);
  await keyboard.press(row.getByRole("button", { name: `Asked about ${batch_id}` }));
  const dialog = page.locator("dialog:modal");
  await expect(dialog.getByLabel("Note")).toHaveValue(/^Asked the customer on /);
  await keyboard.type(dialog.getByLabel("Note"), "Asked the customer on Monday: pay or send back?");
  await expectAccessible(page);
  await keyboard.press(dialog.getByRole("button", { name: "Save note" }));
  await admin.expectToast("Noted");
  await expect(row).toContainText("pay or send back?");
  // Taken off by mistake, and put back.
  await keyboard.press(row.getByRole("button", { name: `Take off: ${batch_id}` }));
  await admin.expectToast("Taken off the list");
  await expect(row).toHaveCount(0);
  await keyboard.press(page.getByRole("button", { name: `Undo: Taken off what is set aside, ${batch_id}` }));
  await admin.expectToast("Taken back");
  await expect(row).toContainText("pay or send back?");
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();

  await database()`update public.grading_orders set payment_status = 'paid', paid_at = now(),
    total_paid = grading_fee where id = ${id}`;
  await desk.scan(batch_id);
  await desk.count(2);
  await expect(page.getByText("Set aside: not paid")).toBeVisible();
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batch_id}: counted 2 of 2`);
  await expect(row).toHaveCount(0);
  const types = (await eventsOf(database(), id)).map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(["set_aside", "set_aside_asked", "set_aside_ended", "counted"]),
  );
});

test("the rest of a batch is counted alone and added up", { tag: "@full" }, async ({
  admin: { page },
  product,
  expectAccessible,
}) => {
  const { cookie, id, batchId } = await payForBatch(product, database(), {}, { cards: 4, email: anEmail() });
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(batchId);
  for (const _ of ["first", "again"]) {
    await desk.count(3);
    await page.keyboard.press("Enter");
  }
  await desk.expectResult(`${batchId}: counted 3 of 4`);
  const [short] = await database()`select id from order_adjustments where order_id = ${id}`;
  const decide = apiPaths.adjustmentDecide(String(short?.id));
  expect((await product.post(decide, { option: "send_rest" }, { cookie })).status).toBe(200);
  await desk.scan(batchId);
  await desk.expectResult(`${batchId}: the rest`);
  await expect(page.getByLabel("Cards counted in the rest")).toBeFocused();
  await expectAccessible(page);
  await desk.count(1);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batchId}: counted 4 of 4`);
  expect(await storedOrder(database(), id)).toMatchObject({ received_count: 4 });
});

test("a number of something else is no count, however often it is scanned", { tag: "@full" }, async ({
  admin: { page },
  expectAccessible,
}) => {
  const { id, batch_id } = await addOrder(database(), { num_cards: 5 });
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(batch_id);
  await expect(desk.counted).toBeFocused();
  for (const _ of ["first", "again", "once more"]) await desk.scan("9400");
  await desk.expectResult("9,400 cards, and 5 are expected");
  await expect(page.getByRole("button", { name: "Yes, 9,400 cards are here" })).toBeVisible();
  await expectAccessible(page);
  expect(await storedOrder(database(), id)).toMatchObject({ received_count: null });
  await desk.count(5);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batch_id}: counted 5 of 5`);
});

test("a batch in two boxes is added up, and its package's number is noted", { tag: "@full" }, async ({
  admin: { page },
}) => {
  const { id, batch_id } = await addOrder(database(), { num_cards: 12 });
  const number = aParcel(0);
  const keyboard = new Keyboard(page);
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(batch_id);
  await expect(desk.counted).toBeFocused();
  await desk.scan(number);
  await desk.expectResult(`Tracking number ${number} noted`);
  await desk.count(5);
  await keyboard.press(page.getByRole("button", { name: "Box 1 of 2, more to come" }));
  await desk.expectResult(`${batch_id}: box 1 counted, 5 of 12 so far`);
  await desk.scan(batch_id);
  await expect(page.getByText("5 of 12 counted in box 1 before")).toBeVisible();
  await desk.count(7);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batch_id}: counted 12 of 12`);
  expect(await storedOrder(database(), id)).toMatchObject({
    received_count: 12,
    box_counts: null,
    inbound_tracking: number,
  });
});

test("no label: N, words, and the batch that is paid and not here comes first", { tag: "@full" }, async ({
  admin,
  page,
  expectAccessible,
}) => {
  const mark = `Q${Date.now()}`;
  const return_address = { full_name: `Quirin ${mark}`, postal_code: "97314" };
  await addOrder(database(), { return_address, payment_status: "unpaid" });
  const { batch_id } = await addOrder(database(), { return_address });
  const keyboard = new Keyboard(page);
  const desk = new DeskPage(page);
  await desk.open();
  await page.keyboard.press("n");
  const search = page.getByLabel("Search");
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("");
  await page.keyboard.type(`${mark} 97314`);
  await page.keyboard.press("Enter");
  const lines = page.getByRole("list", { name: "Candidates" }).getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("Not here yet");
  await expectAccessible(page);
  await keyboard.press(lines.first().getByRole("button", { name: `Open ${batch_id}` }));
  await expect(desk.counted).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(desk.batch).toBeFocused();

  // The key can be switched off: it is a letter then.
  await keyboard.tabTo(page.getByLabel("Press N for No label"));
  await page.keyboard.press("Space");
  await keyboard.type(desk.batch, "n");
  await page.waitForTimeout(400);
  await expect(desk.batch).toHaveValue("n");
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
});

test("a package without a batch: kept, corrected, deleted, each taken back, and matched by its sender", {
  tag: "@full",
}, async ({ admin, page, expectAccessible }) => {
  const sender = `Sender ${aMark()} Jones`;
  const order = await addOrder(database(), { return_address: { full_name: sender } });
  const keyboard = new Keyboard(page);
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan("NO-SUCH-BATCH");
  await desk.expectResult("No batch “NO-SUCH-BATCH”");
  await expectAccessible(page);
  await expect(page.getByRole("textbox", { name: /^Sender/ })).toBeFocused();
  await page.keyboard.type(`${sender}x`);
  await desk.scan(PARCEL);
  await desk.expectResult(`Tracking number ${PARCEL} noted`);
  await expect(page.getByRole("textbox", { name: /^Tracking number/ })).toHaveValue(PARCEL);
  await expect(page.getByRole("textbox", { name: /^Sender/ })).toHaveValue(`${sender}x`);
  await keyboard.press(page.getByRole("button", { name: "Keep package" }));
  await desk.expectResult("Package kept without a batch");

  await keyboard.press(page.getByRole("button", { name: `Edit the package of ${sender}x` }));
  const dialog = page.locator("dialog:modal");
  await expectAccessible(page);
  await keyboard.type(dialog.getByRole("textbox", { name: /^Sender/ }), sender);
  await page.keyboard.press("Enter");
  await admin.expectToast("Package corrected");
  const undo = (what: string) => page.getByRole("button", { name: `Undo: ${what}`, exact: true });
  await keyboard.press(undo(`Corrected the package of ${sender}`));
  await admin.expectToast("Taken back");
  await expect(page.getByRole("row").filter({ hasText: `${sender}x` })).toBeVisible();

  await keyboard.press(page.getByRole("button", { name: `Delete the package of ${sender}x` }));
  await admin.expectToast("Package deleted");
  await expect(page.getByRole("row").filter({ hasText: sender })).toHaveCount(0);
  await keyboard.press(undo(`Deleted the package of ${sender}x`));
  await keyboard.press(page.getByRole("button", { name: `Edit the package of ${sender}x` }));
  await keyboard.type(dialog.getByRole("textbox", { name: /^Sender/ }), sender);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);

  await keyboard.press(page.getByRole("button", { name: `Match the package of ${sender}`, exact: true }));
  await expect(page.getByLabel("Batch of this package")).toHaveValue(sender);
  await expectAccessible(page);
  await keyboard.press(page.getByRole("button", { name: `This package is ${order.batch_id}` }));
  await desk.expectResult(`The package is ${order.batch_id}`);
  await expect(desk.counted).toBeFocused();
  expect(await storedOrder(database(), order.id)).toMatchObject({ inbound_tracking: PARCEL });
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
});

test("a carrier's number that another batch has is taken, and that batch is named beside the result", {
  tag: "@full",
}, async ({ admin, page, expectAccessible }) => {
  const number = aParcel(0);
  const other = await addOrder(database(), {
    inbound_tracking: number,
    guest_email: anEmail(),
    guest_key: aGuestKey(),
  });
  const order = await addOrder(database(), { num_cards: 3, guest_email: anEmail(), guest_key: aGuestKey() });
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(order.batch_id);
  await expect(desk.counted).toBeFocused();
  await desk.scan(number);
  await desk.expectResult(`Tracking number ${number} noted`);
  await desk.count(3);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${order.batch_id}: counted 3 of 3`);
  await desk.expectResult(`${other.batch_id} of another customer has the package number ${number}, too`);
  await expectAccessible(page);

  await desk.scan(order.batch_id);
  await expect(page.getByText(`${other.batch_id} of another customer`)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
});
