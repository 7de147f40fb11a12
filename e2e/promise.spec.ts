import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { aMark } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

const sql = database();
const DAY = 86_400_000;

/** The same day of next year, as a date field takes it, and as people read it. */
const next = new Date(Date.now() + 365 * DAY).toISOString().slice(0, 10);
const nextWords = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
}).format(new Date(next));

/** Makes a paid batch one that was checked in so many days ago. */
const checkedIn = (id: string, days: number, mark: string) =>
  sql`update grading_orders set submission_status = 'grading', fulfillment_status = 'grading', received_count = num_cards,
    package_condition = 'ok', received_at = ${new Date(Date.now() - days * DAY)}, grading_submission_number = ${mark}
    where id = ${id}`;

test("a batch is promised by its check-in, becomes late, and its owner reads why", { tag: "@full" }, async ({
  admin,
  page,
  product,
  openBrowser,
  signIn,
  expectAccessible,
}) => {
  const mark = aMark();
  const customer = await product.person();
  const { id, batchId } = await payForBatch(product, sql, { token: customer.token }, { cards: 4 });
  const home = await openBrowser({ viewport: { width: 390, height: 844 } });
  await signIn(home, { email: customer.email, password: PASSWORD });
  await home.goto(paths.batch(batchId));
  await expect(home.getByText("Back 10-15 business days after check-in.")).toBeVisible();

  await checkedIn(id, 0, mark);
  await home.reload();
  await expect(home.getByText(/^Expected back .+ \(10-15 business days after check-in\)$/)).toBeVisible();

  await checkedIn(id, 60, mark);
  await home.goto(paths.batch(batchId));
  const late = home.getByText(/^Late since \w{3} \d+: we are finding out why/);
  await expect(late).toBeVisible();
  await expectAccessible(home);

  await admin.open({ q: mark, view: "overdue" });
  await expect(admin.row(batchId)).toContainText(/\d+ days late/);
  await expect(admin.row(batchId)).toContainText("No reason given");
  await page.goto(staffPaths.order(id));
  await expect(page.getByText("No reason given yet")).toBeVisible();
  await page.getByLabel("Why it is delayed").fill("The grading company is slow");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please give both: the reason and the new date.")).toBeVisible();
  await page.getByLabel("Now expected back by").fill(next);
  await page.getByRole("button", { name: "Save changes" }).click();
  await admin.expectToast("Order updated successfully");
  await expect(page.getByText("No reason given yet")).toHaveCount(0);
  await expectAccessible(page);
  await admin.open({ q: mark, view: "overdue" });
  await expect(admin.row(batchId)).toContainText(`Now by ${nextWords}`);
  await admin.expectNoSidewaysScroll();

  await home.reload();
  const why = `The grading company is slow. Now expected back by ${nextWords}.`;
  await expect(home.getByText(why)).toBeVisible();
  await expect(home.getByText(`It takes longer than promised: until ${nextWords}`)).toBeVisible();

  await page.goto(staffPaths.order(id));
  await page.getByRole("button", { name: /^Undo: Changed delay/ }).click();
  await admin.expectToast("Taken back");
  await expect(page.getByLabel("Why it is delayed")).toHaveValue("");
  await home.reload();
  await expect(late).toBeVisible();
  await expect(home.getByText("Corrected: a delay was entered here by mistake")).toBeVisible();
});

test("several late batches get one reason by one press", { tag: "@full" }, async ({
  admin,
  page,
  product,
}) => {
  const mark = aMark();
  for (const email of ["one@example.com", "two@example.com"]) {
    const { id } = await payForBatch(product, sql, {}, { cards: 1, email });
    await checkedIn(id, 60, mark);
  }
  await admin.open({ q: mark, view: "overdue" });
  await page.getByRole("checkbox", { name: /select all/i }).check();
  await page.getByRole("button", { name: /^Change/ }).click();
  const dialog = page.locator("dialog:modal");
  await dialog.getByLabel("Why it is delayed").fill("Snow closed the roads");
  await dialog.getByLabel("Now expected back by").fill(next);
  await dialog.getByRole("button", { name: "Review" }).click();
  await dialog.getByRole("button", { name: "Save 2 orders" }).click();
  await expect(dialog.getByText("2 updated", { exact: true })).toBeVisible();
  const rows = await sql`select delay_reason, delayed_until::text from grading_orders
    where grading_submission_number = ${mark}`;
  expect(rows).toEqual(Array(2).fill({ delay_reason: "Snow closed the roads", delayed_until: next }));
});
