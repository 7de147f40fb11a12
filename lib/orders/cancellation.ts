import type { Order, SubmissionStatus } from "@/lib/orders/order";
import type { CancelMode, CancelRefund } from "@/lib/orders/schema";
import { hasLeft, isAwaited, isToCancel } from "@/lib/orders/status";

/** What there is to say, and to do, about canceling a batch. */
export type Cancellation =
  /** It is refunded at once, so many cents. */
  | { kind: "refund"; cents: number }
  /** Staff decide; of what is on its way to us when it is here. */
  | { kind: "ask"; cents: number; isShipped: boolean }
  /**
   * Its customer wants it canceled since then; `isTheirs`: who reads it may cancel it; `isHere`: its package is no longer on its way;
   * `isRefunding`: the money is on its way; else staff decide, `hasFailed`: about it.
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
  /** It is here: only we can cancel it. */
  | { kind: "here" }
  /** It is canceled. `refund` null: nothing went back by the payment service. */
  | { kind: "canceled"; refund: CancelRefund | null; cards: CanceledCards };

/** Where the cards of a canceled batch are: not to be sent, said to be shipped, with us, gone to the grader, or gone home. */
export type CanceledCards = "not_sent" | "on_its_way" | "here" | "with_grader" | "gone";

/** Returns where those cards of a canceled batch go that are not home yet, to their owner. */
export const RETURNED_AS: Record<"here" | "with_grader", string> = {
  here: "We'll ship your cards back to you.",
  // Graded cards may be back already.
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
 * Returns what can be done about canceling a batch of which `cents` would go back (null: not by who asks, who reads no more than that it is
 * canceled or to be), in the way that the database says, and what became of the money of one that is canceled; null where there is
 * nothing to say: not paid, or back on its way.
 */
export function cancellationOf(
  order: Facts,
  cents: number | null,
  way: CancelMode,
  refund: CancelRefund | null,
): Cancellation | null {
  if (isCanceled(order)) {
    return { kind: "canceled", refund, cards: canceledCards(order) };
  }
  if (order.payment_status !== "paid") return null;
  const isHere = order.arrived_at !== null;
  const isShipped = isHere || order.inbound_shipped_at !== null;
  if (isToCancel(order) && order.cancel_requested_at !== null) {
    const hasFailed = refund?.state === "failed";
    const isRefunding = way === "refunding";
    const isTheirs = cents !== null;
    return {
      kind: "asked",
      at: order.cancel_requested_at,
      isTheirs,
      isShipped,
      isHere,
      isRefunding,
      hasFailed,
    };
  }
  if (cents === null) return null;
  if (!isAwaited(order) || isHere) {
    return CAME[order.submission_status] === "here" ? { kind: "here" } : null;
  }
  return way === "by_staff" ? { kind: "ask", cents, isShipped } : { kind: "refund", cents };
}

/** Returns what anyone with a batch's tracking link can do; `cancellation` is null where the link can't cancel. */
export function trackingLinkText(cancellation: Cancellation | null): string {
  const start = "Share this link only with people you trust. They can answer questions";
  if (cancellation?.kind === "refund") return `${start} and cancel the batch.`;
  return cancellation?.kind === "ask" ? `${start} and ask us to cancel.` : `${start} for you.`;
}

/** Returns whether a batch was paid and is canceled. */
export function isCanceled(order: Pick<Facts, "payment_status" | "paid_at">): boolean {
  return order.payment_status === "canceled" && order.paid_at !== null;
}

/** Returns whether no way of its cards lies ahead of a batch: it is canceled, or is to be, and was not shipped. */
export function isOver(order: Facts): boolean {
  const isEnded = isCanceled(order) || (isToCancel(order) && order.inbound_shipped_at === null);
  return isEnded && isAway(order);
}

/** Returns whether no cards of a batch have come. */
function isAway(order: Pick<Facts, "submission_status" | "arrived_at">): boolean {
  return order.arrived_at === null && order.submission_status === "pending";
}

/** Returns where the cards of a canceled batch are, as far as it is known. */
export function canceledCards(
  order: Pick<Facts, "submission_status" | "arrived_at" | "inbound_shipped_at">,
): CanceledCards {
  if (hasLeft(order.submission_status)) return "gone";
  if (!isAway(order)) return CAME[order.submission_status] ?? "here";
  return order.inbound_shipped_at === null ? "not_sent" : "on_its_way";
}
