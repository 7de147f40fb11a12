import { writeFileSync } from "node:fs";
import { renderOrderConfirmation } from "@/lib/email/render-order-confirmation";
import { anOrder } from "@/lib/orders/order-builder";

test("preview", async () => {
  const origins = { appUrl: "http://localhost:3000", receiptOrigin: "https://pay.stripe.com" };
  const order = anOrder({
    num_cards: 12,
    grading_fee: 264,
    rate_cents: 2200,
    total_paid: 264,
    plan_type: "pro",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    receipt_url: "https://pay.stripe.com/receipts/abc",
    notes: "Two Charizards in top loaders.\nPlease keep the sleeves.",
  });
  const a = await renderOrderConfirmation(
    { order, email: "jane.collector@example.com", full_name: "Jane Collector", is_guest: false },
    origins,
  );
  writeFileSync("/tmp/mailview/account.html", a.html);
  writeFileSync("/tmp/mailview/account.txt", a.text);
  const b = await renderOrderConfirmation(
    {
      order: {
        ...order,
        plan_type: "payg",
        num_cards: 1,
        notes: null,
        receipt_url: null,
        batch_id: "BATCH-MGX2K9QWMGX2K9QW-7F3K",
      },
      email: "a.very.long.address.of.a.collector@subdomain.example-of-a-long-host.com",
      full_name: null,
      is_guest: true,
    },
    origins,
  );
  writeFileSync("/tmp/mailview/guest.html", b.html);
  writeFileSync("/tmp/mailview/guest.txt", b.text);
});
