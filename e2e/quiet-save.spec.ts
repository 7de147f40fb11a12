import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-group.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

const kindsOf = async (id: string) =>
  (
    await database()<{ kind: string }[]>`
      select kind from public.outbox where payload ->> 'order_id' = ${id} order by id`
  ).map(({ kind }) => kind);

test("staff save without a mail to the customer, by keyboard, and the next save writes one again", async ({
  admin,
  page,
  expectAccessible,
}) => {
  const { id } = await addReceived(database());
  await page.goto(staffPaths.order(id));
  const [quiet, save] = [
    page.getByRole("checkbox", { name: "Do not notify the customer" }),
    page.getByRole("button", { name: "Save changes" }),
  ];
  // Other forms of the page have a reason, too.
  const form = page.locator("form", { has: save });
  await page.getByLabel("Submission status").selectOption("graded");
  await admin.tabTo(quiet);
  await page.keyboard.press("Space");
  await expect(quiet).toBeChecked();
  await expectAccessible(page);
  await save.click();
  await admin.expectToast("Order updated successfully");
  await expect(page.getByText("Submission (customer not notified)").first()).toBeVisible();
  await expect(quiet).not.toBeChecked();
  expect(await kindsOf(id)).toEqual([]);

  for (const step of ["grading", "graded"]) {
    await page.getByLabel("Submission status").selectOption(step);
    if (step === "grading") await form.getByLabel("Reason").fill("Not graded yet");
    await save.click();
    await expect(save).toBeDisabled();
    await expect(page.getByText("Everything is saved")).toBeVisible();
  }
  await expect.poll(() => kindsOf(id)).toEqual(["order_graded"]);
});
