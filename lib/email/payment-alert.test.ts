import { renderPaymentAlert } from "@/lib/email/payment-alert";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const alert = {
  reason: "amount_mismatch" as const,
  order_id: "00000000-0000-4000-8000-000000000001",
  batch_id: "BATCH-MGX2K9QW-7F3K",
  about: "cs_test_a1b2c3d4e5",
};

test("text and HTML say what it is, what it is about, and where to settle it", async () => {
  const mail = await renderPaymentAlert(alert, "money@example.com", origins);
  expect(mail).toMatchObject({
    subject: "To settle: Another amount was paid than the order asks",
    to: { address: "money@example.com" },
  });
  const said = [
    "Another amount was paid",
    alert.batch_id,
    alert.about,
    "https://www.example.com/admin/reconcile",
  ];
  for (const part of [mail.text, mail.html]) for (const words of said) expect(part).toContain(words);
});

test("money of no order says so", async () => {
  const mail = await renderPaymentAlert(
    { ...alert, order_id: null, batch_id: null },
    "money@example.com",
    origins,
  );
  expect(mail.text).toMatch(/Batch[:\s]+None/);
});

test("of an order to look at it leads to the order", async () => {
  const mail = await renderPaymentAlert({ ...alert, reason: "dispute_opened" }, "money@example.com", origins);
  expect(mail.subject).toBe(
    "To settle: A payment is disputed: answer it at the payment service before its deadline",
  );
  expect(mail.text).toContain(`https://www.example.com/admin/order/${alert.order_id}`);
  expect(mail.text).not.toContain("fits no order");
});

test("without an address there is no mail", async () => {
  await expect(renderPaymentAlert(alert, undefined, origins)).rejects.toThrow("no usable e-mail address");
});
