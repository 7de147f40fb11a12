import type { Order, SubmissionStatus } from "@/lib/orders/order";
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
  | { kind: "here" }
  /** It left for the grading company: nobody can any more. */
  | { kind: "with_grader" };

type Facts = Pick<
  Order,
  | "payment_status"
  | "submission_status"
  | "arrived_at"
  | "received_count"
  | "inbound_shipped_at"
  | "cancel_requested_at"
>;

/** What is said of a batch that came, at each step until it leaves for its owner. */
const CAME: Partial<Record<SubmissionStatus, "here" | "with_grader">> = {
  pending: "here",
  received: "here",
  processing: "here",
  shipped: "with_grader",
  grading: "with_grader",
  graded: "with_grader",
};

/**
 * Answers what can be done about canceling a batch of which `cents` would go back, in the way that the database says; null where
 * there is nothing to say: not paid, canceled, or back on its way.
 */
export function cancellationOf(order: Facts, cents: number, way: CancelWay): Cancellation | null {
  if (order.payment_status !== "paid") return null;
  const isShipped = order.inbound_shipped_at !== null || order.arrived_at !== null;
  if (order.received_count === null && order.cancel_requested_at !== null) {
    return { kind: "asked", at: order.cancel_requested_at, isShipped, isRefunding: way === "refunding" };
  }
  if (!isAwaited(order) || order.arrived_at !== null) {
    const kind = CAME[order.submission_status];
    return kind ? { kind } : null;
  }
  return way === "by_staff" ? { kind: "ask", cents, isShipped } : { kind: "refund", cents };
}
