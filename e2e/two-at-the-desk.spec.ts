import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-group.ts";
import { addOrder, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { asStaff } from "./pages/admin.page.ts";

/* Two of the staff at one group and at one order. Two at one package: desk.spec.ts; two saves: admin-order-edit.spec.ts. */

test("two fill one group and close it: every batch is in it, and one of the two is told before anything is lost", {
  tag: "@full",
}, async ({ admin: first, openBrowser, product, signIn }) => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => addReceived(database())));
  const second = await asStaff(await openBrowser(), product, signIn);
  const { page } = first;
  await page.goto(staffPaths.grader);
  await page.getByLabel("Grading company").fill("PSA");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Group \d+$/ })).toBeVisible();
  const groupId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await second.page.goto(staffPaths.group(groupId));

  // Each scans three of their own, and one that the other has scanned, at the same time.
  const scan = async ({ page: tab }: typeof first, own: typeof orders) => {
    await tab.getByLabel("Batch ID").focus();
    for (const { batch_id } of own) {
      await tab.keyboard.type(batch_id);
      await tab.keyboard.press("Enter");
      await expect(tab.getByText(new RegExp(`^${batch_id}: (Put in|Is in this group)`))).toBeVisible();
    }
  };
  await Promise.all([scan(first, orders.slice(0, 4)), scan(second, orders.slice(3))]);

  const close = async ({ page: tab }: typeof first, number: string) => {
    await tab.getByLabel("Submission number").fill(number);
    await tab.getByLabel("Cards declared").fill("60");
    await tab.getByRole("button", { name: "Close group" }).click();
  };
  // Who scanned first has not seen the other's yet, and is shown them.
  for (const one of [first, second]) {
    await one.page.reload();
    await expect(one.page.getByRole("button", { name: /^Take out/ })).toHaveCount(6);
  }
  await Promise.all([close(first, "SUB-A"), close(second, "SUB-B")]);
  for (const { page: tab } of [first, second])
    await expect(tab.getByText("Closed, to be shipped")).toBeVisible();
  const told = [first, second].map(({ page: tab }) =>
    tab.getByText(/^Changed by \S+@\S+ just now\. Look at what they did, then try again\.$/).count(),
  );
  expect((await Promise.all(told)).toSorted()).toEqual([0, 1]);
  const [group] = await database()`select step, declared_cards, submission_number from public.grader_groups
    where id = ${groupId}`;
  expect(group).toMatchObject({ step: "closed", declared_cards: 60 });
  for (const { id } of orders)
    expect((await storedOrder(database(), id)).grading_submission_number).toBe(group?.submission_number);

  // Both take the same press back: once it is taken back, and the other one reads that it was.
  for (const one of [first, second]) {
    await one.page.reload();
    await expect(one.page.getByRole("button", { name: "Undo: Closed" })).toBeEnabled();
  }
  await Promise.all(
    [first, second].map(({ page: tab }) => tab.getByRole("button", { name: "Undo: Closed" }).click()),
  );
  for (const { page: tab } of [first, second])
    await expect(tab.getByRole("button", { name: "Close group" })).toBeVisible();
  for (const { id } of orders)
    expect((await storedOrder(database(), id)).grading_submission_number).toBeNull();
  const undone = await database()`select count(*)::int as events from public.order_events
    where type = 'undone' and order_id = any (${orders.map(({ id }) => id)})`;
  expect(undone[0]?.events).toBe(6);
});

test("two take back the same save of an order: it is taken back once, and what came later stays", {
  tag: "@full",
}, async ({ admin: first, openBrowser, product, signIn }) => {
  const { id, batch_id } = await addOrder(database());
  const second = await asStaff(await openBrowser(), product, signIn);
  await first.page.goto(staffPaths.order(id));
  await first.page.getByRole("textbox", { name: "Shelf" }).fill("A-7");
  await first.page.getByRole("button", { name: "Save changes" }).click();
  await first.expectToast("Order updated successfully");
  const undo = ({ page }: typeof first) =>
    page.getByRole("button", { name: `Undo: Changed shelf, ${batch_id}` });
  for (const { page } of [first, second]) await page.goto(staffPaths.order(id));
  await Promise.all([undo(first).click(), undo(second).click()]);
  for (const one of [first, second]) await expect(undo(one)).toHaveCount(0);
  expect((await storedOrder(database(), id)).shelf_location).toBeNull();

  // What one of them saves now, the other one's old page does not take away.
  await second.page.getByRole("textbox", { name: "Shelf" }).fill("B-8");
  await second.page.getByRole("button", { name: "Save changes" }).click();
  await second.expectToast("Order updated successfully");
  await first.page.getByRole("textbox", { name: "Shelf" }).fill("C-9");
  await first.page.getByRole("button", { name: "Save changes" }).click();
  await first.expectToast("Failed to update order");
  expect((await storedOrder(database(), id)).shelf_location).toBe("B-8");
});
