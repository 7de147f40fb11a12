import type { StaffOrder } from "@/lib/staff/staff-order";

/** Why a package is set aside; `other`: a reason of staff. */
export const SET_ASIDE_REASONS = {
  unpaid: "Not paid",
  canceled: "Canceled",
  refunded: "Refunded",
  disputed: "Payment disputed",
  cancel_asked: "Cancellation requested",
  other: "Staff decision",
};
export type SetAsideReason = keyof typeof SET_ASIDE_REASONS;

/** A reason that the order itself gives. */
export type StopReason = Exclude<SetAsideReason, "other">;

/** Returns why a package must not be opened, or null. A test compares this with private.set_aside_reason. */
export function stopReason(
  order: Pick<StaffOrder, "payment_status" | "refunded_cents" | "dispute_status" | "cancel_requested_at">,
): StopReason | null {
  const { payment_status: payment, dispute_status: dispute } = order;
  if (payment === "canceled") return order.refunded_cents > 0 ? "refunded" : "canceled";
  if (payment !== "paid") return "unpaid";
  if (dispute !== null && dispute !== "won" && dispute !== "warning_closed") return "disputed";
  return order.cancel_requested_at === null ? null : "cancel_asked";
}

/** Returns why a package is set aside, in two words. Unknown values are shown as stored. */
export function setAsideText(reason: string): string {
  return Object.hasOwn(SET_ASIDE_REASONS, reason) ? SET_ASIDE_REASONS[reason as SetAsideReason] : reason;
}

/** Why a package must stay closed, as a sentence. */
export const stopTexts: Record<StopReason, string> = {
  unpaid: "This batch isn't paid",
  canceled: "This batch was canceled",
  refunded: "This batch was refunded",
  disputed: "This payment is disputed",
  cancel_asked: "The customer asked to cancel",
};

const ASK = "Email the customer before you open the package.";
/** What to do with a package that must stay closed. */
export const stopAdvice: Record<StopReason, string> = {
  unpaid: ASK,
  canceled: ASK,
  refunded: "Set the package aside and ship it back ungraded. We'll email the customer.",
  disputed: "Set the package aside until the dispute is over.",
  cancel_asked: "Set the package aside. Then refund the batch or decline the request.",
};

const ANSWERED = "until the customer answers.";
/** How long a package stays on the set-aside list. */
export const setAsideUntil: Record<SetAsideReason, string> = {
  unpaid: ANSWERED,
  canceled: ANSWERED,
  refunded: "until it ships back ungraded. We'll email the customer.",
  disputed: "until the dispute is over.",
  cancel_asked: "until you refund the batch or count it.",
  other: "until you count or remove it.",
};
