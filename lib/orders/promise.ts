import { businessDate, dayAfter } from "@/lib/base/business-date";
import { formatLongDate, formatShortDate } from "@/lib/base/time";
import type { Order } from "@/lib/orders/order";
import type { Tone } from "@/lib/orders/status";

/** What a promise is read from; its days are ISO dates where the business is. */
export type Promised = Pick<
  Order,
  "fulfillment_status" | "promised_from" | "promised_to" | "delay_reason" | "delayed_until"
>;

/** How an estimate stands: not begun, ahead, in its last days, delayed before it was missed, or late. */
export type PromiseState = "before" | "ahead" | "due" | "delayed" | "late";

/** A promise in words; the tone repeats what the text says. */
export type PromiseWords = { state: PromiseState; text: string; tone: Tone };

const TURNAROUND = "10-15 business days after check-in";

/** Answers how the promise of a batch stands at a moment in milliseconds; null once the cards have left: nothing is promised any more. */
export function promiseState(order: Promised, now: number): PromiseState | null {
  if (order.fulfillment_status === "complete") return null;
  if (order.promised_from === null || order.promised_to === null) return "before";
  const today = businessDate(now);
  if (today > order.promised_to) return "late";
  if (order.delay_reason !== null) return "delayed";
  return today < order.promised_from ? "ahead" : "due";
}

/** Says until when a paid batch is back: "Expected back Dec 7 to 14"; null without an estimate. */
export function promiseWords(
  order: Promised & Pick<Order, "payment_status">,
  now: number,
): PromiseWords | null {
  const state = order.payment_status === "paid" ? promiseState(order, now) : null;
  const { promised_from: from, promised_to: to } = order;
  if (state === null) return null;
  if (from === null || to === null) {
    return {
      state,
      text: `Back ${TURNAROUND}.`,
      tone: "neutral",
    };
  }
  switch (state) {
    case "late":
      return { state, text: lateWords(to, order, now), tone: "danger" };
    case "delayed":
      return { state, text: `Delayed: ${putOffWords(order, now)}`, tone: "warning" };
    case "due":
      return { state, text: `Due back by ${formatShortDate(to)} (${TURNAROUND})`, tone: "warning" };
    default:
      return { state, text: `Expected back ${expectedWords(from, to)}`, tone: "neutral" };
  }
}

/** Says the same in the few words of a row; null before check-in too. */
export function promiseBrief(
  order: Promised & Pick<Order, "payment_status">,
  now: number,
): { text: string; tone: "warning" | "danger" | undefined } | null {
  const state = order.payment_status === "paid" ? promiseState(order, now) : null;
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (state === null || from === null || to === null) return null;
  // The promised day is over by then: what is left is the day to which it was put off.
  const putOff = state === "late" ? expectedBy(order, now) : null;
  const tones = {
    before: undefined,
    ahead: undefined,
    due: "warning",
    delayed: "warning",
    late: "danger",
  } as const;
  const texts: Record<PromiseState, string> = {
    before: "",
    ahead: `Expected back ${windowWords(from, to)}`,
    due: `Due back by ${formatShortDate(to)}`,
    delayed: `Delayed until ${formatShortDate(until ?? to)}`,
    late: `${lateSince(to)}${putOff ? `, now by ${formatShortDate(putOff)}` : ""}`,
  };
  return { text: texts[state], tone: tones[state] };
}

/** Says the days of a promise and how they were counted: "Dec 7 to 14 (10-15 business days after check-in)". */
export function expectedWords(from: string, to: string): string {
  return `${windowWords(from, to)} (${TURNAROUND})`;
}

/** Says the days of a promise: "Dec 7 to 14", "Dec 28 to Jan 5". */
export function windowWords(from: string, to: string): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${formatShortDate(from)} to ${isOneMonth ? Number(to.slice(8)) : formatShortDate(to)}`;
}

/** Says that a batch is late: since when, and why and until when where staff have said so. */
export function lateWords(
  promisedTo: string,
  delay: Pick<Promised, "delay_reason" | "delayed_until">,
  now: number,
): string {
  const since = lateSince(promisedTo);
  if (delay.delay_reason === null)
    return `${since}: we are finding out why, and will say so here and by email.`;
  return `${since}: ${putOffWords(delay, now)}`;
}

// On the promised day itself it would have been in time.
function lateSince(promisedTo: string): string {
  return `Late since ${formatShortDate(dayAfter(promisedTo))}`;
}

function putOffWords(
  { delay_reason: reason, delayed_until: until }: Pick<Promised, "delay_reason" | "delayed_until">,
  now: number,
): string {
  const why = `${reason}${/[.!?]$/.test(reason ?? "") ? "" : "."}`;
  if (until === null) return why;
  const isOver = businessDate(now) > until;
  return `${why} ${isOver ? `That was to be over by ${formatShortDate(until)}, and we are sorry that it is not.` : `Now expected back by ${formatShortDate(until)}.`}`;
}

/** Returns the ISO date by which a batch is expected back, staff's delay first; null once that day is over. */
export function expectedBy(order: Omit<Promised, "delay_reason">, now: number): string | null {
  const by = order.fulfillment_status === "complete" ? null : laterOf(order);
  return by !== null && businessDate(now) <= by ? by : null;
}

/** Answers the last day that was named for a batch: that to which it was put off, unless the promised one is later. */
export function laterOf({
  promised_to: to,
  delayed_until: until,
}: Pick<Promised, "promised_to" | "delayed_until">): string | null {
  return to !== null && until !== null && until > to ? until : to;
}

/** Says in a mail and on paper until when a batch is expected, as a label and its value; null where nothing is promised (any more). */
export function expectedFact(
  order: Omit<Promised, "delay_reason">,
  now: number,
): { label: string; value: string } | null {
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (order.fulfillment_status === "complete" || from === null || to === null) return null;
  if (expectedBy(order, now) === null)
    return { label: "Promised by", value: `${formatLongDate(to)}, which is over. We are sorry.` };
  return until === null || until <= to
    ? { label: "Expected back", value: expectedWords(from, to) }
    : { label: "Now expected back by", value: formatLongDate(until) };
}
