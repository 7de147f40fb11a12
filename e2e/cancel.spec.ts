import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";

const sql = database();

test("a member cancels what was not shipped, in the drawer on a phone, and has the money back", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, sql, { token });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.batch(batchId));
  await page.getByRole("button", { name: "Cancel this batch" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Cancel this batch" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Cancel and refund \$/ }).click();
  await expect(page.getByText("Order canceled after a full refund")).toBeVisible();
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "canceled" });
});

test("what is on its way is asked about, shouts at the desk, and goes on", async ({
  product,
  openBrowser,
  admin: { page: staff },
  expectAccessible,
}) => {
  const { page: guest, batchId, path } = await BatchOwner.guest({ product, openBrowser });
  await guest.getByRole("button", { name: "I have shipped it" }).click();
  await guest.getByLabel("Carrier").selectOption("Other");
  await guest.getByRole("button", { name: "Save" }).click();
  await guest.getByRole("button", { name: "Cancel this batch" }).click();
  await guest.getByRole("button", { name: "Ask to cancel" }).click();
  await expect(guest.getByRole("button", { name: "Withdraw the request" })).toBeVisible();
  await expectAccessible(guest);

  await staff.goto(`${staffPaths.orders}?view=cancel_requested`);
  await expect(staff.getByText(batchId).first()).toBeVisible();
  const desk = new DeskPage(staff);
  await desk.open();
  await desk.scan(batchId);
  await expect(staff.getByText("Its customer asks to cancel this batch").first()).toBeVisible();
  await expect(staff.getByRole("button", { name: "Count anyway" })).toHaveCount(0);
  await expectAccessible(staff);
  await staff.getByLabel("Words for the customer").fill("It came in before we could stop it.");
  await staff.getByRole("button", { name: "Go on with this batch" }).click();
  await expect(desk.counted).toBeVisible();

  await guest.goto(path);
  await expect(guest.getByText("It came in before we could stop it.")).toBeVisible();
});

test("a guest cancels on the confirmation, and is told there", async ({ product, openBrowser }) => {
  const { page: guest } = await BatchOwner.guest({ product, openBrowser });
  await guest.getByRole("button", { name: "Cancel this batch" }).click();
  await guest.getByRole("button", { name: /^Cancel and refund \$/ }).click();
  await expect(guest.getByText("This batch is canceled")).toBeVisible();
});
