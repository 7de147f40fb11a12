import { renderPaymentPending } from "@/lib/email/payment-pending";
import { anOrder } from "@/sandbox/builders/order";

const render = (fields: Parameters<typeof anOrder>[0]) =>
  renderPaymentPending(
    { order: anOrder(fields), email: "jane@example.org", full_name: null, is_guest: true },
    "https://www.example.com",
  );

test("names the batch and leads to its confirmation, which shows how the payment stands", async () => {
  const { to, subject, text } = await render({
    payment_status: "pending",
    batch_id: "BATCH-3NA5SDF59-7F3K",
    plan_type: "payg",
    num_cards: 12,
    grading_fee: 300,
    stripe_session_id: "cs_test_1",
  });
  expect(to.address).toBe("jane@example.org");
  expect(subject).toBe("Your payment is on its way (BATCH-3NA5SDF59-7F3K)");
  for (const words of [
    "We'll email you when it arrives.",
    "12 cards",
    "$300.00",
    "don't ship your cards yet",
  ])
    expect(text).toContain(words);
  expect(text).toContain(
    "https://www.example.com/submission-confirmation?batch_id=BATCH-3NA5SDF59-7F3K&mode=payg&session_id=cs_test_1",
  );
});

test.each(["paid", "failed"] as const)("is not written once the payment is %s", async (payment_status) => {
  await expect(render({ payment_status })).rejects.toThrow(`the order is ${payment_status}, not pending`);
});
