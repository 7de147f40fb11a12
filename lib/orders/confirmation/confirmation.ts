import { maskEmail, ownsOrder, type ServerOrder, type Viewer } from "@/lib/orders/order";

/**
 * A paid order on its confirmation, with fees in dollars. `isMasked`: the viewer hasn't proven a right to the order,
 * so email addresses are shortened, and title, notes, account and receipt are null.
 */
export type ConfirmedOrder = ReturnType<typeof confirmedOrder>;

/** Returns a paid order, in full for its owner and masked for anyone else with its session ID. */
export function confirmedOrder(order: ServerOrder, viewer: Viewer) {
  const owned = ownsOrder(order, viewer);
  return {
    order_id: order.id,
    batch_id: order.batch_id,
    plan_type: order.plan_type,
    num_cards: order.num_cards,
    rate_cents: order.rate_cents,
    grading_fee: order.grading_fee,
    total_paid: order.total_paid ?? 0,
    title: owned ? order.title : null,
    submitted_at: order.submitted_at,
    notes: owned ? order.notes : null,
    user_email: owned ? order.user_email : maskEmail(order.user_email),
    guest_email: owned ? order.guest_email : maskEmail(order.guest_email),
    user_id: owned ? order.user_id : null,
    receipt_url: owned ? order.receipt_url : null,
    isMasked: !owned,
    isGuest: order.user_id === null,
  };
}
