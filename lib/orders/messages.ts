import type { ExceptionReason, ReviewReason } from "@/lib/orders/order";

export type AlarmReason = ExceptionReason | ReviewReason | "dispute_opened";

const REASONS = {
  amount_mismatch: "The amount paid doesn't match the order",
  currency_mismatch: "Paid in another currency",
  livemode_mismatch: "Paid in the wrong mode (test or live)",
  order_not_found: "Payment for an unknown order",
  payment_of_another_order: "This payment already belongs to another order",
  refund_exceeds_payment: "More was refunded than was paid",
  second_payment: "The order was paid twice",
  second_subscription: "The same person has two active memberships",
  session_not_found: "Stripe has no record of this checkout session. Check the account and mode.",
  unknown_price: "A membership has an unknown price",
  membership_disputed: "A payment without an order is disputed. Respond in Stripe.",
  customer_not_found: "Stripe has no record of a member. Check the key and account.",
  account_deleted: "A deleted account is still paying for a membership.",
  customer_deleted: "A customer deleted in Stripe paid for a membership that isn't linked to an account.",
  also_paid_by_card:
    "Paid twice, manually and then by card. Return the manual payment, then mark it reviewed. A full card refund cancels the order.",
  debit_failed:
    "The payment failed after someone marked the order paid. Mark it unpaid, or mark it reviewed if the money came another way.",
  dispute_lost: "The dispute was lost. Decide what happens to the cards.",
  paid_after_canceled: "Paid after the order was canceled. Check before you continue.",
  paid_after_failed: "Paid after a failed payment. Check before you continue.",
  paid_after_reservation: "Paid after the checkout expired. The monthly limit may be exceeded.",
  late_adjustment:
    "A payment for extra cards or an upcharge came after the deadline or went over the monthly limit. Have the cards graded, or refund the payment.",
  refund_failed: "A refund failed and the money came back to us",
  dispute_opened: "A payment is disputed. Respond in Stripe before the deadline.",
} satisfies Record<AlarmReason, string>;

export function reasonText(reason: AlarmReason): string {
  return REASONS[reason];
}

/** Describes the filter of an exported file: "Payment: Paid, View: To check in". */
export function filterText(filter: Record<string, unknown>): string {
  const label = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");
  return Object.entries(filter)
    .map(([name, value]) => `${label(name)}: ${name === "search" ? value : label(String(value))}`)
    .join(", ");
}

export function isReason(word: string): word is AlarmReason {
  return Object.hasOwn(REASONS, word);
}
