import type { Order } from "@/lib/orders/order";
import type { CancelMode, CancelRefund } from "@/lib/orders/schema";
import { hasLeft, isAwaited, isToCancel, type SubmissionStatus } from "@/lib/orders/status";

export type Cancellation =
  /** Refunded immediately. */
  | { kind: "refund"; cents: number }
  /** Staff decide. If the package has shipped, they decide once it arrives. */
  | { kind: "ask"; cents: number; isShipped: boolean }
  /**
   * Requested at `at`. `isTheirs`: the viewer may cancel. Staff decide unless `isRefunding`. `hasFailed`: the refund
   * failed.
   */
  | {
      kind: "asked";
      at: string;
      isTheirs: boolean;
      isShipped: boolean;
      isHere: boolean;
      isRefunding: boolean;
      hasFailed: boolean;
    }
  /** Arrived: only staff can cancel. */
  | { kind: "here" }
  /** `refund` is null when Stripe refunded nothing. */
  | { kind: "canceled"; refund: CancelRefund | null; cards: CanceledCards };

export type CanceledCards = "not_sent" | "on_its_way" | "here" | "with_grader" | "gone";

export const RETURNED_AS: Record<"here" | "with_grader", string> = {
  here: "We'll ship your cards back to you.",
  // Graded cards may already be back here.
  with_grader: "Once your cards are back from the grader, we'll ship them to you.",
};

type Facts = Pick<
  Order,
  | "payment_status"
  | "submission_status"
  | "paid_at"
  | "arrived_at"
  | "received_count"
  | "inbound_shipped_at"
  | "cancel_requested_at"
>;

/** Where the cards are at each step until we ship them back. */
const PLACES: Partial<Record<SubmissionStatus, "here" | "with_grader">> = {
  pending: "here",
  received: "here",
  processing: "here",
  shipped: "with_grader",
  grading: "with_grader",
  graded: "with_grader",
};

/**
 * Returns how a viewer can cancel a batch or, once it's canceled, its refund. `cents` is the refund, null for a
 * viewer who can't cancel. `mode` comes from the database. Null for such a viewer, and while the batch is unpaid, at
 * the grader, or on its way back.
 */
export function cancellationOf(
  order: Facts,
  cents: number | null,
  mode: CancelMode,
  refund: CancelRefund | null,
): Cancellation | null {
  if (isCanceled(order)) return { kind: "canceled", refund, cards: canceledCards(order) };
  if (order.payment_status !== "paid") return null;
  const isHere = order.arrived_at !== null;
  const isShipped = isHere || order.inbound_shipped_at !== null;
  if (isToCancel(order) && order.cancel_requested_at !== null) {
    return {
      kind: "asked",
      at: order.cancel_requested_at,
      isTheirs: cents !== null,
      isShipped,
      isHere,
      isRefunding: mode === "refunding",
      hasFailed: refund?.state === "failed",
    };
  }
  if (cents === null) return null;
  if (!isAwaited(order) || isHere)
    return PLACES[order.submission_status] === "here" ? { kind: "here" } : null;
  return mode === "by_staff" ? { kind: "ask", cents, isShipped } : { kind: "refund", cents };
}

/** Returns what anyone with a batch's tracking link can do. `cancellation` is null if the link can't cancel. */
export function trackingLinkText(cancellation: Cancellation | null): string {
  const start = "Share this link only with people you trust. They can answer questions";
  if (cancellation?.kind === "refund") return `${start} and cancel the batch.`;
  return cancellation?.kind === "ask" ? `${start} and ask us to cancel.` : `${start} for you.`;
}

export function isCanceled(order: Pick<Facts, "payment_status" | "paid_at">): boolean {
  return order.payment_status === "canceled" && order.paid_at !== null;
}

/** Returns whether the cards won't be sent: the batch is canceled, or cancellation was requested before shipping. */
export function isOrWillBeCanceled(order: Facts): boolean {
  const isEnded = isCanceled(order) || (isToCancel(order) && order.inbound_shipped_at === null);
  return isEnded && hasNotArrived(order);
}

function hasNotArrived(order: Pick<Facts, "submission_status" | "arrived_at">): boolean {
  return order.arrived_at === null && order.submission_status === "pending";
}

export function canceledCards(order: Pick<Facts, "submission_status" | "arrived_at" | "inbound_shipped_at">) {
  if (hasLeft(order.submission_status)) return "gone";
  if (!hasNotArrived(order)) return PLACES[order.submission_status] ?? "here";
  return order.inbound_shipped_at === null ? "not_sent" : "on_its_way";
}
