import type { ReconcileItem } from "@/lib/staff/reconcile/schema";
import { oursOf, theirsOf } from "@/lib/staff/reconcile/words";

const item = (fields: Partial<ReconcileItem>): ReconcileItem => ({
  at: "2026-11-21T12:00:00Z",
  order_id: null,
  batch_id: null,
  ...fields,
});

test.each([
  [item({}), "No order"],
  [item({ package_id: "p1" }), "A package without a batch"],
  [item({ cards: 1, counted: null }), "1 card ordered"],
  [item({ cards: 10, counted: 9 }), "9 of 10 cards counted"],
  [item({ kind: "order_confirmation" }), "Order confirmation"],
  [item({ kind: "checkout.session.completed" }), "Checkout session completed"],
  [
    item({ here: { payment_status: "paid", grading_fee: 250, total_paid: 250, refunded_cents: 0 } }),
    "Paid, fee $250.00, paid $250.00",
  ],
  [
    item({ here: { payment_status: "canceled", grading_fee: 1, total_paid: 1, refunded_cents: 100 } }),
    "Canceled, fee $1.00, paid $1.00, refunded $1.00",
  ],
  [
    item({ here: { payment_status: "unpaid", grading_fee: 25, total_paid: null, refunded_cents: 0 } }),
    "Unpaid, fee $25.00",
  ],
])("our side of %j", (given, words) => {
  expect(oursOf(given)).toBe(words);
});

test.each([
  [item({}), "Nothing"],
  [item({ last_error: "550 no such mailbox" }), "550 no such mailbox"],
  [
    item({ there: { amount_cents: 2600, currency: "usd", nothing: null }, stripe_session_id: "cs_1" }),
    "amount $26.00, currency usd, session cs_1",
  ],
  [
    item({ there: { paid_cents: 2600, expected_cents: 2500, refunded_cents: 100 } }),
    "paid $26.00, expected $25.00, refunded $1.00",
  ],
  [item({ there: { amount_cents: "2600", attempts: 3 } }), "amount cents 2600, attempts 3"],
  [item({ there: { payment_intent_id: "pi_1", currency: "", more: { a: 1 } } }), "payment intent id pi_1"],
])("their side of %j", (given, words) => {
  expect(theirsOf(given)).toBe(words);
});
