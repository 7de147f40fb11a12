import { paths } from "../lib/base/paths.ts";
import { emailsTo } from "../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { waitUntil } from "../sandbox/builders/product.ts";
import { orderOfBatch } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { CARDS, CheckoutPage } from "./pages/checkout.page.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

const address = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;

test("confirms a guest's payment on screen and by email", async ({ page, expectAccessible }) => {
  const email = address("guest");
  await page.goto(paths.login);
  await page
    .getByRole("link", { name: /pay.as.you.go/i })
    .first()
    .click();
  await page.waitForURL(/\/submit\?mode=payg/);

  const submit = new SubmitPage(page);
  await submit.fill("12", "Two of them are fragile");
  await expect(page.getByText("12 cards × $25.00")).toBeVisible();
  await expectAccessible(page);
  const checkout = await submit.submit();
  await checkout.fill({ email });
  await checkout.pay();

  const confirmation = new ConfirmationPage(page);
  await confirmation.expectPaid();
  const batchId = await confirmation.batchId();
  expect(batchId).toMatch(/^BATCH-/);
  await expect(page.getByText("$300.00").first()).toBeVisible();
  await confirmation.unfold("Order details and receipt");
  await expect(page.getByText("Two of them are fragile")).toBeVisible();
  await expect(page.getByRole("link", { name: "View receipt" })).toBeVisible();
  await confirmation.unfold("Create an account");
  await expect(page.getByRole("link", { name: "Create Account" })).toBeVisible();
  await expectAccessible(page);

  const mails = await waitUntil(
    () => emailsTo(email),
    (list) => list.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(batchId);
  expect(await orderOfBatch(database(), batchId)).toMatchObject({
    payment_status: "paid",
    guest_email: email,
  });
});

test("accepts another card after a decline and lists the batch immediately", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("2");
  const checkout = await submit.submit();
  await checkout.fill({ card: CARDS.declined });
  await checkout.pay();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await checkout.fill({ card: CARDS.pays });
  await checkout.pay();
  await new ConfirmationPage(page).expectPaid();
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page.getByText(/Your batch BATCH-.* is paid/)).toBeVisible();
  await expect(page.getByRole("cell", { name: "Paid" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "All Submissions" }).click();
  await expect(page.getByRole("cell", { name: "Paid" })).toBeVisible();
});

test("resumes an abandoned payment for the same batch", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const { email, userId } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill("4");
  await submit.submit();
  const paymentPage = page.url();
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Finish paying for this batch" })).toBeVisible();
  await page.getByRole("button", { name: "Pay $100.00" }).click();
  const checkout = new CheckoutPage(page);
  await checkout.expectOpen();
  expect(page.url()).toBe(paymentPage);
  await checkout.fill({});
  await checkout.pay();
  await new ConfirmationPage(page).expectPaid();
  const orders = await database()`
    select num_cards, payment_status from grading_orders where user_id = ${userId}`;
  expect(orders).toEqual([{ num_cards: 4, payment_status: "paid" }]);
});
