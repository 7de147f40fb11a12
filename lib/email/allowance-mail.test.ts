import { renderAllowanceMail } from "@/lib/email/allowance-mail";
import { aMembership } from "@/sandbox/builders/membership";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const subscription = {
  ...aMembership(),
  user_id: "00000000-0000-4000-8000-000000000002",
  stripe_subscription_id: "sub_1",
  stripe_customer_id: "cus_1",
};
const render = (used: number, limit: number, changes: Partial<typeof subscription> = {}) =>
  renderAllowanceMail(
    { used, limit, month: "2026-12-01" },
    {
      subscription: { ...subscription, ...changes },
      email: "jane@example.org",
      full_name: "Jane",
      mail_token: "m".repeat(86),
    },
    origins,
  );

test.each([
  [375, 500, "75% of this month's cards are used", "125 cards left this month"],
  [999, 1000, "99% of this month's cards are used", "1 card left"],
  [500, 500, "All of this month's cards are used", "No card left"],
  [510, 500, "All of this month's cards are used", "510 of 500"],
])("%i of %i: %s", async (used, limit, subject, said) => {
  const mail = await render(used, limit);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(said);
  expect(mail.text).toContain("Starts again on: January 1, 2027");
  expect(mail.choices?.pageUrl).toContain("/mail/");
});

test("of a membership that has ended nothing is said", async () => {
  await expect(render(90, 100, { status: "canceled" })).rejects.toThrow("does not run any more");
});
