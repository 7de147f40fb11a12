import { paths } from "../lib/base/paths.ts";
import { newBatchId } from "../lib/orders/batch-id.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

test("on a phone a submission is three lines, one more with what is to be printed, and each value keeps the name of its column", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const person = await product.person();
  // As long as such an ID is, and as broad as one can be.
  await addOrders(database(), person, 1, { batch_id: `${newBatchId().slice(0, -4)}WMWM` });
  await addOrders(database(), person, 23, { submission_status: "received", num_cards: 1000 });
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${paths.dashboard}?tab=all`);
  await expect(page.getByRole("row")).toHaveCount(25);
  const heightsOf = (name: string) =>
    page
      .getByRole("row", { name })
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...(await heightsOf("Received and counted")))).toBeLessThanOrEqual(110);
  expect(Math.max(...(await heightsOf("Waiting for your cards")))).toBeLessThanOrEqual(130);
  // Where it is has a line of its own, with and without a note; below it stands when it was submitted, and of how many cards.
  const waiting = page.getByRole("row", { name: "Waiting for your cards" });
  const boxOf = async (name: RegExp) => await waiting.getByRole("cell", { name }).boundingBox();
  const [status, date] = [await boxOf(/^Status:/), await boxOf(/^Date:/)];
  expect(date?.y).toBeGreaterThanOrEqual((status?.y ?? 0) + (status?.height ?? 0));
  // The tile counts batches, and says so.
  await expect(page.getByText("Graded batches, 0 cards")).toBeVisible();
  const row = page.getByRole("row", { name: "Received and counted" }).first();
  for (const name of [/^Date: \w{3} \d/, "Cards 1,000", "Status: Received and counted", "Payment: Paid"])
    await expect(row.getByRole("cell", { name })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
