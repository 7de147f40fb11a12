import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { Members } from "../sandbox/builders/members.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { SubmitPage } from "./pages/submit.page.ts";

// As most people have it: dialogs and the drawer move.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("too many cards are told while typing, and again on the button", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const member = await new Members(product, database()).joinAsMember("starter");
  await addOrders(database(), member, 1, { plan_type: "starter", num_cards: 97 });
  await signIn(page, { email: member.email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByText("97% used")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Cards used this month" })).toHaveAttribute(
    "data-tone",
    "danger",
  );
  const field = page.getByPlaceholder("Enter number (max 3)");
  await field.fill("4");
  await expect(page.getByText("You can only submit up to 3 cards this month")).toBeVisible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Please enter a valid number of cards");
  await field.fill("3");
  await expect(page.getByText("You can only submit up to 3 cards this month")).toHaveCount(0);
  await expect(page.getByText("Please enter a valid number of cards")).toHaveCount(0);
});

test("a guest comes back to his batch, which nobody else of the same tab sees", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("12");
  await submit.submit();
  const paymentPage = page.url();
  const sessionId = /cs_test_\w+/.exec(paymentPage)?.[0];
  await page.goto(paths.submit);
  await page.waitForURL(/mode=payg/);
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toMatchObject({
    isGuest: "true",
    pending_plan: "payg",
    pendingPayg: "true",
    pending_session_id: sessionId,
  });
  await expect(page.getByText("You started a batch of 12 cards")).toBeVisible();
  await expect(page.getByLabel("Number of cards")).toHaveValue("12");
  await expectAccessible(page);
  await submit.submit();
  expect(page.url()).toBe(paymentPage);

  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByRole("heading", { name: "Your batch" })).toBeVisible();
  await expect(page.getByText("You started a batch")).toHaveCount(0);
});

test("Back from the payment page shows the form as it was sent", async ({ page }) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("3", "Sleeves are new");
  await submit.submit();
  await page.goBack();
  await expect(page.getByText("You started a batch of 3 cards")).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveValue("Sleeves are new");
  await expect(page.getByLabel("Number of cards")).toHaveValue("3");
  const sent = page.waitForRequest(`**${apiPaths.orderCheckout}`);
  await submit.submit();
  expect((await sent).postDataJSON()).toMatchObject({ num_cards: 3, notes: "Sleeves are new" });
});

test("a guest who paid and closed the page learns it from his draft", { tag: "@full" }, async ({
  page,
  product,
}) => {
  const submit = new SubmitPage(page);
  await submit.open(paths.submitPayg);
  await submit.fill("2");
  await submit.submit();
  await product.pay(/cs_test_\w+/.exec(page.url())?.[0] ?? "", { email: "casey@example.com" });
  await page.goto(paths.submitPayg);
  await page.getByRole("link", { name: "I have paid it" }).click();
  await new ConfirmationPage(page).expectPaid();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("pending_batch"))).toBeNull();
  await page.goto(paths.submitPayg);
  await expect(page.getByText("You started a batch")).toHaveCount(0);
});
