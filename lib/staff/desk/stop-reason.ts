import type { SetAsideReason, StaffOrder } from "@/lib/staff/staff-order";

/** A reason that the order itself gives. */
export type StopReason = Exclude<SetAsideReason, "other">;

/** Returns why a package must not be opened, or null. A test compares it with private.set_aside_reason. */
export function stopReason(
  order: Pick<StaffOrder, "payment_status" | "refunded_cents" | "dispute_status" | "cancel_requested_at">,
): StopReason | null {
  const { payment_status: payment, dispute_status: dispute } = order;
  if (payment === "canceled") return order.refunded_cents > 0 ? "refunded" : "canceled";
  if (payment !== "paid") return "unpaid";
  if (dispute !== null && dispute !== "won" && dispute !== "warning_closed") return "disputed";
  return order.cancel_requested_at === null ? null : "cancel_asked";
}

const WORDS: Record<SetAsideReason, string> = {
  unpaid: "Not paid",
  canceled: "Canceled",
  refunded: "Refunded",
  disputed: "Payment disputed",
  cancel_asked: "To be canceled",
  other: "By hand",
};

/** Says in two words why a package is set aside; any other word of an order's history stays as it is stored. */
export function setAsideWords(reason: string): string {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as SetAsideReason] : reason;
}

const STOPPED: Record<StopReason, string> = {
  unpaid: "This batch is not paid",
  canceled: "This batch was canceled",
  refunded: "This batch was refunded",
  disputed: "The payment of this batch is disputed",
  cancel_asked: "Its customer asks to cancel this batch",
};

/** Says as a sentence why a package is not to be opened. */
export function stopWords(reason: StopReason): string {
  return STOPPED[reason];
}

const ASK = "Put the package aside and write to the customer before it is opened.";
const ADVICE: Record<StopReason, string> = {
  unpaid: ASK,
  canceled: ASK,
  refunded: "Put the package aside: its cards go back ungraded, and its customer is told by email.",
  disputed: "Put the package aside until the dispute is over.",
  cancel_asked: "Put the package aside: refund the batch, or go on with it and tell the customer.",
};

/** Says what is done with a package that is not to be opened. */
export function stopAdvice(reason: StopReason): string {
  return ADVICE[reason];
}

const ANSWERED = "until its customer has answered.";
const UNTIL: Record<SetAsideReason, string> = {
  unpaid: ANSWERED,
  canceled: ANSWERED,
  refunded: "until it goes back, ungraded. Its customer is told by email.",
  disputed: "until the dispute is over.",
  cancel_asked:
    "until it goes back or is counted. Its customer waits for our answer: refund it, or go on with it.",
  other: "until it is counted, or taken off it.",
};

/** Says until when a package that was set aside is on the list, and for whom it waits. */
export function setAsideUntil(reason: SetAsideReason): string {
  return UNTIL[reason];
}
