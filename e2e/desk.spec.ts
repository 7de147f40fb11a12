import { uniqueToken } from "../sandbox/builders/ids.ts";
import { addOrder, eventsOf, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { Keyboard } from "./support/keyboard.ts";

test.describe("scans", () => {
  test("checks in a matching count with the next scan", async ({ admin, page, expectAccessible }) => {
    const [first, second, third] = [
      await addOrder(database(), { num_cards: 10 }),
      await addOrder(database(), { num_cards: 7 }),
      await addOrder(database(), { num_cards: 5 }),
    ];
    const desk = new DeskPage(page);
    await desk.open();
    await expect(page.getByPlaceholder("e.g. 3N8JV6E4P-G5NS")).toBeFocused();
    await expect(page.getByRole("link", { name: /^[\d,]+\+? to check in$/ })).toBeVisible();
    await desk.scan(first.batch_id.replace("BATCH-", "").toLowerCase());
    await desk.count(10);
    await expect(page.getByText("of 10", { exact: true })).toBeVisible();
    await desk.scan(second.batch_id);
    await desk.expectResult(`${first.batch_id}: counted 10 of 10`);
    await desk.count(7);
    await expectAccessible(page);
    // A mismatched count must be typed again, and the next label waits.
    await desk.scan(third.batch_id);
    await desk.expectResult(`${second.batch_id}: counted 7 of 7`);
    await desk.count(4);
    await desk.scan(first.batch_id);
    await desk.expectResult("You counted 4, but we expect 5");
    await expectAccessible(page);
    expect((await storedOrder(database(), third.id)).received_count).toBeNull();
    await desk.count(4);
    await page.keyboard.press("Enter");
    await desk.expectResult(`${first.batch_id} is already checked in`);
    expect((await storedOrder(database(), third.id)).received_count).toBe(4);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();
  });
});

test.describe("exceptions", () => {
  const PARCEL = "9400110200881234567890";

  test("sets an unpaid package aside and opens it once the batch is paid", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const { id, batch_id } = await addOrder(database(), { payment_status: "unpaid", num_cards: 2 });
    const keyboard = new Keyboard(page);
    const desk = new DeskPage(page);
    const row = page.getByRole("row").filter({ hasText: batch_id });
    await desk.open();
    await desk.scan(batch_id);
    await desk.expectResult("This batch isn't paid");
    await expectAccessible(page);
    await expect(page.getByRole("textbox", { name: /^Note/ })).toBeFocused();
    await page.keyboard.type("wet on one side");
    await page.keyboard.press("Enter");
    await desk.expectResult(`${batch_id} is set aside`);
    await expect(row).toContainText("wet on one side");
    await expectAccessible(page);
    await keyboard.press(row.getByRole("button", { name: `Add note: ${batch_id}` }));
    const dialog = page.locator("dialog:modal");
    await expect(dialog.getByLabel("Note")).toHaveValue(/^Asked the customer on /);
    await keyboard.type(dialog.getByLabel("Note"), "Asked the customer on Monday: pay or send back?");
    await expectAccessible(page);
    await keyboard.press(dialog.getByRole("button", { name: "Save note" }));
    await admin.expectToast("Note saved");
    await expect(row).toContainText("pay or send back?");
    // Removed by mistake, then restored.
    await keyboard.press(row.getByRole("button", { name: `Remove from list: ${batch_id}` }));
    await admin.expectToast("Removed from the list");
    await expect(row).toHaveCount(0);
    await keyboard.press(page.getByRole("button", { name: `Undo: No longer set aside, ${batch_id}` }));
    await admin.expectToast("Undone");
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

  test("finds a package without a label and lists awaited batches first", { tag: "@full" }, async ({
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
    const lines = page.getByRole("list", { name: "Possible batches" }).getByRole("listitem");
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText("Not here yet");
    await expectAccessible(page);
    await keyboard.press(lines.first().getByRole("button", { name: `Open ${batch_id}` }));
    await expect(desk.counted).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(desk.batch).toBeFocused();

    // With the shortcut turned off, N types a letter.
    await keyboard.press(page.getByText("Desk settings"));
    await keyboard.tabTo(page.getByLabel("N = no label"));
    await page.keyboard.press("Space");
    await keyboard.type(desk.batch, "n");
    await page.waitForTimeout(400);
    await expect(desk.batch).toHaveValue("n");
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();
  });

  test("stores, corrects and matches a package without a batch", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const sender = `Sender ${uniqueToken()} Jones`;
    const order = await addOrder(database(), { return_address: { full_name: sender } });
    const keyboard = new Keyboard(page);
    const desk = new DeskPage(page);
    await desk.open();
    await desk.scan("NO-SUCH-BATCH");
    await desk.expectResult("No batch matches “NO-SUCH-BATCH”");
    await expectAccessible(page);
    await expect(page.getByRole("textbox", { name: /^Sender/ })).toBeFocused();
    await page.keyboard.type(`${sender}x`);
    await desk.scan(PARCEL);
    await desk.expectResult(`Tracking number ${PARCEL} noted`);
    await expect(page.getByRole("textbox", { name: /^Tracking number/ })).toHaveValue(PARCEL);
    await expect(page.getByRole("textbox", { name: /^Sender/ })).toHaveValue(`${sender}x`);
    await keyboard.press(page.getByRole("button", { name: "Save package" }));
    await desk.expectResult("Package saved without a batch");

    await keyboard.press(page.getByRole("button", { name: `Edit the package from ${sender}x` }));
    const dialog = page.locator("dialog:modal");
    await expectAccessible(page);
    await keyboard.type(dialog.getByRole("textbox", { name: /^Sender/ }), sender);
    await page.keyboard.press("Enter");
    await admin.expectToast("Package saved");
    await expect(dialog).toHaveCount(0);

    await keyboard.press(page.getByRole("button", { name: `Match the package from ${sender}`, exact: true }));
    await expect(page.getByLabel("Search")).toHaveValue(sender);
    await expectAccessible(page);
    await keyboard.press(page.getByRole("button", { name: `Match to ${order.batch_id}` }));
    await desk.expectResult(`Matched to ${order.batch_id}`);
    await expect(desk.counted).toBeFocused();
    expect(await storedOrder(database(), order.id)).toMatchObject({ inbound_tracking: PARCEL });
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();
  });
});
