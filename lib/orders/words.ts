import type { ExceptionReason, ReviewReason } from "@/lib/orders/order";

/** Of what staff are told: money that fits no order, an order to look at, a payment that is disputed. */
export type AlarmReason = ExceptionReason | ReviewReason | "dispute_opened";

/** Why money does not fit an order, and why an order is to be looked at, as staff read it. */
const REASONS = {
  amount_mismatch: "Another amount was paid than the order asks",
  currency_mismatch: "Paid in another currency",
  livemode_mismatch: "Paid in the other mode (test or live)",
  order_not_found: "Money for an order we do not know",
  payment_of_another_order: "This payment has paid another order already",
  refund_exceeds_payment: "More was refunded than was paid",
  second_payment: "The order was paid a second time",
  second_subscription: "A second active membership of the same person",
  session_not_found: "The payment service does not have this payment page: is it of another account or mode?",
  unknown_price: "A membership at a price that is no plan of ours",
  membership_disputed:
    "A membership payment, or money of no order, is disputed: answer it at the payment service",
  customer_not_found: "The payment service does not know a member: look at its key and account",
  account_deleted: "A membership is paid whose account was deleted: end and refund it",
  customer_deleted:
    "A membership was paid by a customer who was deleted at the payment service, and nobody has it: refund it",
  also_paid_by_card:
    "Paid by card after it was set to paid by hand: the order has the card's payment now. Give back what was paid by hand and press “Reviewed”; “Refund…” gives back the card's and, in full, cancels the order",
  debit_failed:
    "The payment that was under way failed after it was set to paid by hand: set it back to unpaid, or press “Reviewed” if the money came in another way",
  dispute_lost: "The dispute was lost: the money is gone, so decide about the cards",
  paid_after_canceled: "Paid after the order was canceled: check before it goes on",
  paid_after_failed: "Paid after a payment that had failed: check before it goes on",
  paid_after_reservation: "Paid after its reservation had ended: the month's limit may be exceeded",
  late_adjustment:
    "A proposal was paid after it was declined, ended or withdrawn, or beyond the month's limit: grade the cards, or refund it on the order",
  refund_failed: "A refund failed later: the money is with us again",
  dispute_opened: "A payment is disputed: answer it at the payment service before its deadline",
} satisfies Record<AlarmReason, string>;

/** Says a reason in words. */
export function reasonWords(reason: AlarmReason): string {
  return REASONS[reason];
}

/** Tells whether a stored word is a reason. */
export function isReason(word: string): word is AlarmReason {
  return Object.hasOwn(REASONS, word);
}
