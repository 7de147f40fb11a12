import { staffPaths } from "../lib/base/staff-paths.ts";
import { UNSAVED_QUESTION } from "../lib/base/unsaved-question.ts";
import { addOrder, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";

const sql = database();
const countOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).received_count;

test("a count that is typed before its batch is found is that batch's, from the first package on", {
  tag: "@full",
}, async ({ admin: { page } }) => {
  await page.route("**/api/admin/**", async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  const [first, second, third] = [
    await addOrder(sql, { num_cards: 3 }),
    await addOrder(sql, { num_cards: 12 }),
    await addOrder(sql, { num_cards: 4 }),
  ];
  const desk = new DeskPage(page);
  await desk.open();
  // While the first is looked up, the field of codes has the focus.
  await page.keyboard.type(first.batch_id);
  await page.keyboard.press("Enter");
  await page.keyboard.type("3");
  await expect(desk.counted).toHaveValue("3");
  await expect(desk.batch).toHaveValue("");
  // While that is saved and the second is looked up, nothing has.
  await desk.scan(second.batch_id);
  await page.keyboard.type("1");
  await page.waitForTimeout(600);
  await page.keyboard.type("2");
  await desk.expectResult(`${first.batch_id}: counted 3 of 3`);
  await expect(desk.counted).toHaveValue("12");
  // The next label before the answer.
  await desk.scan(third.batch_id);
  await page.keyboard.type("4");
  await page.keyboard.type(first.batch_id);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${first.batch_id} was received before`);
  expect([await countOf(first), await countOf(second), await countOf(third)]).toEqual([3, 12, 4]);
  await page.unrouteAll({ behavior: "wait" });
});

test("a count that is typed with Enter before its batch is found is taken when it is", {
  tag: "@full",
}, async ({ admin: { page } }) => {
  await page.route("**/api/admin/**", async (route) => {
    await page.waitForTimeout(700);
    await route.continue();
  });
  const [first, second, third] = [
    await addOrder(sql, { num_cards: 10 }),
    await addOrder(sql, { num_cards: 12 }),
    await addOrder(sql, { num_cards: 4 }),
  ];
  const desk = new DeskPage(page);
  await desk.open();
  // Nothing is at hand: the field of codes has the focus.
  await desk.scan(first.batch_id);
  await page.keyboard.type("10", { delay: 150 });
  await page.keyboard.press("Enter");
  await desk.expectResult(`${first.batch_id}: counted 10 of 10`);
  // Another is at hand, its count not saved yet.
  await desk.scan(second.batch_id);
  await desk.count(12);
  await desk.scan(third.batch_id);
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await desk.expectResult(`${third.batch_id}: counted 4 of 4`);
  expect([await countOf(first), await countOf(second), await countOf(third)]).toEqual([10, 12, 4]);
  await page.unrouteAll({ behavior: "wait" });
});

test("the count of a round's last package is not left without a question", { tag: "@full" }, async ({
  admin: { page },
}) => {
  const order = await addOrder(sql, { num_cards: 12 });
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(order.batch_id);
  await desk.count(12);
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect.poll(() => asked).toEqual([UNSAVED_QUESTION]);
  await expect(page).toHaveURL(new RegExp(`${staffPaths.receive}$`));
  await expect(desk.counted).toHaveValue("12");
  await desk.counted.focus();
  await page.keyboard.press("Enter");
  await desk.expectResult(`${order.batch_id}: counted 12 of 12`);
  await page.getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect(page).not.toHaveURL(new RegExp(staffPaths.receive));
});
