import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { TURNAROUND } from "@/lib/base/turnaround";
import type { Order } from "@/lib/orders/order";
import { isInPart, isUnopened, type Tone } from "@/lib/orders/status";

/** The fields of an estimate. Days are ISO dates in the business time zone. */
export type Promised = Pick<
  Order,
  "fulfillment_status" | "promised_from" | "promised_to" | "delay_reason" | "delayed_until"
>;

/** delayed: a delay was announced before the estimate was missed. late: the estimate was missed. */
type PromiseState = "before" | "ahead" | "due" | "delayed" | "late";

export type PromiseText = { text: string; tone: Tone };

const AFTER_CHECK_IN = `${TURNAROUND} after check-in`;

/** Returns the state of an estimate at `now` (ms). Null once the cards have left. */
export function promiseState(order: Promised, now: number): PromiseState | null {
  if (order.fulfillment_status === "complete") return null;
  if (order.promised_from === null || order.promised_to === null) return "before";
  const today = businessDate(now);
  if (today > order.promised_to) return "late";
  if (order.delay_reason !== null) return "delayed";
  return today < order.promised_from ? "ahead" : "due";
}

/** Describes when a paid batch is due back. Null once the cards have left. */
export function promiseText(
  order: Promised & Pick<Order, "payment_status">,
  now: number,
): PromiseText | null {
  const state = order.payment_status === "paid" ? promiseState(order, now) : null;
  const { promised_from: from, promised_to: to } = order;
  if (state === null) return null;
  if (from === null || to === null) return { text: `Back ${AFTER_CHECK_IN}.`, tone: "neutral" };
  if (state === "late" || state === "delayed")
    return { text: lateText(order, now), tone: state === "late" ? "danger" : "warning" };
  return {
    text: state === "due" ? `Back by ${formatShortDate(to)}` : `Expected back ${windowText(from, to)}`,
    tone: "neutral",
  };
}

/** Returns the "Back by" day of a paid batch. Null without an estimate. */
export function backBy(
  order: Promised & Pick<Order, "payment_status">,
  now: number,
): { text: string; isLate: boolean } | null {
  const state = order.payment_status === "paid" ? promiseState(order, now) : null;
  const { promised_to: to } = order;
  if (state === null || to === null) return null;
  const isLate = state === "late" || state === "delayed";
  const by = expectedBy(order, now);
  if (by === null) return { text: `Was due ${formatShortDate(to)}`, isLate };
  return { text: formatShortDate(by), isLate };
}

/** Returns "Dec 7–14 (10–15 business days after check-in)". */
export function expectedText(from: string, to: string): string {
  return `${windowText(from, to)} (${AFTER_CHECK_IN})`;
}

/** Returns "Dec 7–14" or "Dec 28 – Jan 5". */
export function windowText(from: string, to: string): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth
    ? `${formatShortDate(from)}–${Number(to.slice(8))}`
    : `${formatShortDate(from)} – ${formatShortDate(to)}`;
}

function lateText({ delay_reason: reason, delayed_until: until }: Promised, now: number): string {
  if (reason === null) return "Running late. We're finding out why and will email you.";
  const why = `${reason}${/[.!?]$/.test(reason) ? "" : "."}`;
  if (until === null) return `Running late. ${why}`;
  const day = formatShortDate(until);
  return businessDate(now) > until
    ? `Running late. ${why} We expected your cards back by ${day}. Sorry for the wait.`
    : `Running late. New estimate: ${day}. ${why}`;
}

/**
 * Returns the ISO date by which a batch is expected back, including delays. Null without an estimate, after that
 * date, and once the cards have left.
 */
export function expectedBy(order: Omit<Promised, "delay_reason">, now: number): string | null {
  const by = order.fulfillment_status === "complete" ? null : latestEstimate(order);
  return by !== null && businessDate(now) <= by ? by : null;
}

export function latestEstimate({
  promised_to: to,
  delayed_until: until,
}: Pick<Promised, "promised_to" | "delayed_until">): string | null {
  return to !== null && until !== null && until > to ? until : to;
}

/** Returns when a batch is due back, for emails and print. Null without an estimate, and once the cards have left. */
export function expectedFact(
  order: Omit<Promised, "delay_reason">,
  now: number,
): { label: string; value: string } | null {
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (order.fulfillment_status === "complete" || from === null || to === null) return null;
  if (expectedBy(order, now) === null) return { label: "Was due", value: formatShortDate(to) };
  return until === null || until <= to
    ? { label: "Expected back", value: expectedText(from, to) }
    : { label: "New estimate", value: formatShortDate(until) };
}

type Arrived = Pick<
  Order,
  "submission_status" | "arrived_at" | "open_by" | "cancel_requested_at" | "is_counted_in_part"
>;

type Due = { by: string; isLate: boolean };

/** Returns the day by which an arrived package must be opened. Null for any other. */
export function openingDue(order: Arrived, now: number): Due | null {
  return isUnopened(order) ? dueOf(order, now) : null;
}

/** Returns the day by which the remaining boxes of a partly counted batch are expected. Null for any other. */
export function remainingBoxesDue(order: Arrived, now: number): Due | null {
  return isInPart(order) ? dueOf(order, now) : null;
}

export function remainingBoxesText(order: Arrived, now: number): string | null {
  const rest = remainingBoxesDue(order, now);
  if (rest === null) return null;
  const day = formatShortDate(rest.by);
  return rest.isLate ? `We expected them by ${day}.` : `If they aren't here by ${day}, we'll email you.`;
}

function dueOf({ open_by: by, cancel_requested_at: canceledAt }: Arrived, now: number): Due | null {
  return by === null || canceledAt !== null ? null : { by, isLate: businessDate(now) > by };
}
