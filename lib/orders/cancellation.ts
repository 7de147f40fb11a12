import type { Order } from "@/lib/orders/order";
import type { CancelWay } from "@/lib/orders/schema";
import { isAwaited } from "@/lib/orders/status";

/** What there is to say, and to do, about canceling a batch. */
export type Cancellation =
  /** It is refunded at once, so many cents. */
  | { kind: "refund"; cents: number }
  /** Staff decide; of what is on its way to us when it is here. */
  | { kind: "ask"; cents: number; isShipped: boolean }
  /** Its customer wants it canceled since then; `isRefunding`: the money is on its way, else staff decide. */
  | { kind: "asked"; at: string; isShipped: boolean; isRefunding: boolean }
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
 * Answers what can be done about canceling a batch of which `cents` would go back, in the way that the database says; null where
 * there is nothing to say: not paid, canceled, or with the grading company.
 */
export function cancellationOf(order: Facts, cents: number, way: CancelWay): Cancellation | null {
  if (order.payment_status !== "paid") return null;
  const isShipped = order.inbound_shipped_at !== null || order.arrived_at !== null;
  if (order.received_count === null && order.cancel_requested_at !== null) {
    return { kind: "asked", at: order.cancel_requested_at, isShipped, isRefunding: way === "refunding" };
  }
  if (!isAwaited(order) || order.arrived_at !== null) {
    return BEFORE_THE_GRADER.includes(order.submission_status) ? { kind: "here" } : null;
  }
  return way === "by_staff" ? { kind: "ask", cents, isShipped } : { kind: "refund", cents };
}
