import { formatCents } from "@/lib/base/money";
import type { StaffAdjustment } from "@/lib/staff/adjustments/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

type Settled = Pick<StaffAdjustment, "kind" | "status" | "amount_cents" | "ending_act_id">;

/** What of an order says how much of its payment is left, and whether it can go back to a card. */
export type LeftOfOrder = Pick<StaffOrder, "is_paid_by_card" | "total_paid" | "refunded_cents">;

/** Whether staff have said that they made a refund of cards that did not come themselves, and can take that back. */
export function isSettledByHand({
  kind,
  status,
  ending_act_id: act,
}: Omit<Settled, "amount_cents">): boolean {
  return act !== null && kind === "short" && status === "refunded";
}

/**
 * Says what money goes out when staff take back that they made the refund of cards that did not come themselves; null where
 * none does. The rule is begin_adjustment_refund's.
 */
export function reopenedRefundWords(settled: Settled, order: LeftOfOrder): string | null {
  if (!isSettledByHand(settled)) return null;
  const leftCents = Math.round((order.total_paid ?? 0) * 100) - order.refunded_cents;
  const cents = Math.min(-settled.amount_cents, leftCents);
  if (!order.is_paid_by_card || cents <= 0) return null;
  return `We then refund ${formatCents(cents)} to the card, in ten minutes. Until then it can be settled again.`;
}
