import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import type { Order } from "@/lib/orders/order";
import type { Tone } from "@/lib/orders/status";

/** What an estimate is read from; its days are ISO dates in the business time zone. */
export type Promised = Pick<
  Order,
  "fulfillment_status" | "promised_from" | "promised_to" | "delay_reason" | "delayed_until"
>;

/** How an estimate stands: not begun, ahead, in its last days, delayed before it was missed, or late. */
export type PromiseState = "before" | "ahead" | "due" | "delayed" | "late";

/** An estimate in words; the tone repeats what the text says. */
export type PromiseText = { state: PromiseState; text: string; tone: Tone };

const TURNAROUND = "10–15 business days after check-in";

/** Returns how the estimate of a batch stands at a moment in milliseconds; null once the cards have left. */
export function promiseState(order: Promised, now: number): PromiseState | null {
  if (order.fulfillment_status === "complete") return null;
  if (order.promised_from === null || order.promised_to === null) return "before";
  const today = businessDate(now);
  if (today > order.promised_to) return "late";
  if (order.delay_reason !== null) return "delayed";
  return today < order.promised_from ? "ahead" : "due";
}

/** Returns when a paid batch is due back, in a sentence; null without an estimate. */
export function promiseText(
  order: Promised & Pick<Order, "payment_status">,
  now: number,
): PromiseText | null {
  const state = order.payment_status === "paid" ? promiseState(order, now) : null;
  const { promised_from: from, promised_to: to } = order;
  if (state === null) return null;
  if (from === null || to === null) return { state, text: `Back ${TURNAROUND}.`, tone: "neutral" };
  if (state === "late" || state === "delayed")
    return { state, text: lateText(order, now), tone: state === "late" ? "danger" : "warning" };
  return {
    state,
    text: state === "due" ? `Back by ${formatShortDate(to)}` : `Expected back ${windowText(from, to)}`,
    tone: "neutral",
  };
}

/** Returns the day by which a paid batch is due back, for "Back by", and whether it runs late; null without an estimate. */
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

/** Returns the days of an estimate and how they were counted: "Dec 7–14 (10–15 business days after check-in)". */
export function expectedText(from: string, to: string): string {
  return `${windowText(from, to)} (${TURNAROUND})`;
}

/** Returns the days of an estimate: "Dec 7–14", "Dec 28 – Jan 5". */
export function windowText(from: string, to: string): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth
    ? `${formatShortDate(from)}–${Number(to.slice(8))}`
    : `${formatShortDate(from)} – ${formatShortDate(to)}`;
}

/** Returns that a batch runs late, with the new estimate and the reason as far as staff gave them. */
function lateText({ delay_reason: reason, delayed_until: until }: Promised, now: number): string {
  if (reason === null) return "Running late. We're finding out why and will email you.";
  const why = `${reason}${/[.!?]$/.test(reason) ? "" : "."}`;
  if (until === null) return `Running late. ${why}`;
  const day = formatShortDate(until);
  return businessDate(now) > until
    ? `Running late. ${why} We expected it by ${day}. Sorry for the wait.`
    : `Running late. New estimate: ${day}. ${why}`;
}

/** Returns the ISO date by which a batch is expected back, staff's delay first; null once that day is over. */
export function expectedBy(order: Omit<Promised, "delay_reason">, now: number): string | null {
  const by = order.fulfillment_status === "complete" ? null : laterOf(order);
  return by !== null && businessDate(now) <= by ? by : null;
}

/** Returns the latest estimate of a batch. */
export function laterOf({
  promised_to: to,
  delayed_until: until,
}: Pick<Promised, "promised_to" | "delayed_until">): string | null {
  return to !== null && until !== null && until > to ? until : to;
}

/** Returns when a batch is due back, as a label and value for emails and papers; null without an estimate. */
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
