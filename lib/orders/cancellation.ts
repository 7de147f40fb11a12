import type { Order } from "@/lib/orders/order";
import { isAwaited } from "@/lib/orders/status";

/** What there is to say, and to do, about canceling a batch. */
export type Cancellation =
  /** It is refunded at once, so many cents. */
  | { kind: "refund"; cents: number }
  /** It is on its way to us: staff decide when it is here. */
  | { kind: "ask"; cents: number }
  /** Its customer wants it canceled since then; `isShipped`: staff decide, else the money is on its way. */
  | { kind: "asked"; at: string; isShipped: boolean }
  /** It is here: only we can cancel it. */
  | { kind: "here" };

type Facts = Pick<
  Order,
  | "payment_status"
  | "submission_status"
  | "arrived_at"
  | "received_count"
  | "inbound_shipped_at"
  | "cancel_requested_at"
>;

/** Steps at which a batch that is here has not left for the grading company. */
const BEFORE_THE_GRADER = ["pending", "received", "processing"];

/**
 * Answers what can be done about canceling a batch of which `cents` would go back; null where there is nothing to say: not paid,
 * canceled, or with the grading company.
 */
export function cancellationOf(order: Facts, cents: number): Cancellation | null {
  if (order.payment_status !== "paid") return null;
  if (order.received_count === null && order.cancel_requested_at !== null) {
    const isShipped = order.inbound_shipped_at !== null || order.arrived_at !== null;
    return { kind: "asked", at: order.cancel_requested_at, isShipped };
  }
  if (!isAwaited(order) || order.arrived_at !== null) {
    return BEFORE_THE_GRADER.includes(order.submission_status) ? { kind: "here" } : null;
  }
  return { kind: order.inbound_shipped_at === null ? "refund" : "ask", cents };
}
