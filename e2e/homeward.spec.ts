import type { Page } from "playwright/test";
import { paths, withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-group.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import type { Product } from "../sandbox/builders/product.ts";
import { addProfile, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

const sql = database();

/** A guest's batch that is on its way back: its id, its batch ID, and the path of its tracking page. */
async function onItsWay(product: Product, openBrowser: (options: { cookie: string }) => Promise<Page>) {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const guest = await openBrowser({ cookie: opened.cookie });
  const confirmation = new ConfirmationPage(guest);
  await confirmation.open(opened.body.sessionId);
  await confirmation.expectPaid();
  const link = guest.getByRole("link", { name: "Open tracking page" });
  const trackPath = (await link.getAttribute("href")) ?? "";
  const batchId = String(opened.body.batch_id);
  const [order] =
    await sql`update grading_orders set submission_status = 'completed', fulfillment_status = 'complete',
    received_count = num_cards, package_condition = 'ok', tracking_number = '1Z999AA10123456784', return_carrier = 'ups'
    where batch_id = ${batchId} returning id`;
  return { id: String(order?.id), batchId, trackPath };
}

test("a guest says that the cards arrived and that one is broken; staff answer, close it, and it is opened again", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, expectAccessible }) => {
  const { id, batchId, trackPath } = await onItsWay(product, openBrowser);
  const owner = await openBrowser();
  await owner.setViewportSize({ width: 320, height: 700 });
  await owner.goto(trackPath);
  await expect(owner.getByRole("heading", { name: "Back with you" })).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Arrived safely" }).focus();
  await owner.keyboard.press("Enter");
  await expect(owner.getByText("Your cards were delivered")).toBeVisible();
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "delivered" });
  await expect(owner.getByRole("button", { name: "Arrived safely" })).toHaveCount(0);

  await owner.getByRole("button", { name: "Something is wrong" }).click();
  const words = owner.getByLabel("What is wrong?");
  await words.fill("Broken");
  await owner.getByRole("button", { name: "Send" }).click();
  await expect(owner.getByText("Please say what is wrong, in 10 characters at least.")).toBeVisible();
  await words.fill(`One slab is cracked: ${"Wolfeschlegelsteinhausen".repeat(8)}`);
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Send" }).click();
  await expect(owner.getByText("We read it and answer you by email")).toBeVisible();
  await expectNoSidewaysScroll(owner);

  await page.goto(withQuery(staffPaths.orders, { view: "problems", q: batchId }));
  await expect(page.getByText("Problem, waits for an answer")).toBeVisible();
  await page.goto(staffPaths.order(id));
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Answer" }).fill("Which corner is it?");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await admin.expectToast("The customer is answered");
  await expect(page.getByText("Answered the customer's problem", { exact: true })).toBeVisible();

  await owner.reload();
  await expect(owner.getByText("Which corner is it?")).toBeVisible();
  await owner.getByRole("button", { name: "Write again" }).click();
  await owner.getByLabel("What is wrong?").fill("The upper left one, at the label.");
  await owner.getByRole("button", { name: "Send" }).click();
  await expect(owner.getByText("The upper left one, at the label.").first()).toBeVisible();

  // The page of staff is older than what the customer wrote.
  await page.getByRole("textbox", { name: "Answer" }).fill("A new slab is on its way.");
  await page.getByRole("button", { name: "Answer and close" }).click();
  await expect(page.getByText(/^Changed by/).first()).toBeVisible();
  await expect(page.getByText("The upper left one, at the label.").first()).toBeVisible();
  await page.getByRole("button", { name: "Answer and close" }).click();
  await admin.expectToast("The problem is closed");
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();

  await owner.reload();
  await expect(owner.getByText("Settled", { exact: true })).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Open it again" }).click();
  await owner.getByLabel("What is wrong?").fill("It never came, sorry.");
  await owner.getByRole("button", { name: "Send" }).click();
  await expect(owner.getByText("We read it and answer you by email")).toBeVisible();
  await expectNoSidewaysScroll(owner);
});

test("an owner who has moved says where the cards go, in the drawer on a phone; the desk waits for it", {
  tag: "@full",
}, async ({ admin, page, openBrowser, product, signIn, expectAccessible }) => {
  const { userId, email } = await product.person();
  await addProfile(sql, userId, { address_line1: "77 Sunset Strip", city: "Austin" });
  const old = {
    full_name: "Casey",
    address_line1: "1 Main Street",
    city: "Reno",
    state: "NV",
    country: "US",
  };
  const order = await addReceived(sql, {
    user_id: userId,
    user_email: email,
    submission_status: "grading",
    return_address: sql.json(old),
  });
  await sql`update profiles set updated_at = now() + interval '1 second' where user_id = ${userId}`;
  await sql`update grading_orders set submission_status = 'graded' where id = ${order.id}`;

  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await expect(page.getByText("Its owner is asked which address counts.", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("How do you know where to?").fill("They called us");
  await page.getByRole("button", { name: "The order's address" }).click();
  await admin.expectToast("It is settled where the cards go");
  await expect(page.getByText("Staff settled it: the order's address", { exact: false })).toBeVisible();
  await page.goto(staffPaths.order(order.id));
  await page.getByRole("button", { name: /^Undo: Settled which address counts/ }).click();
  await admin.expectToast("Taken back");

  const owner = await openBrowser();
  await signIn(owner, { email, password: PASSWORD });
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(paths.dashboard);
  await expect(
    owner.getByText(/^Your profile has another address: BATCH-.* Please say which one counts by/),
  ).toBeVisible();
  await owner.getByRole("link", { name: "Decide" }).click();
  await expect(owner.getByText("Your profile has another address than this batch")).toBeVisible();
  await expect(owner.getByText(/^Next: You tell us which address counts, by /)).toBeVisible();
  await expectAccessible(owner);
  await expectNoSidewaysScroll(owner);
  await owner.getByRole("button", { name: "Send to the new address" }).focus();
  await owner.keyboard.press("Enter");
  await expect(owner.getByText("They go to", { exact: true })).toBeVisible();
  await expect(owner.getByText("Your cards go to the new address of your profile")).toBeVisible();
  expect((await storedOrder(sql, order.id)).return_address).toMatchObject({ city: "Austin" });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(withQuery(staffPaths.returns, { code: order.batch_id }));
  await expect(page.getByText("The owner said it: the new address", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Tracking number")).toBeVisible();
  await admin.expectNoSidewaysScroll();
});
