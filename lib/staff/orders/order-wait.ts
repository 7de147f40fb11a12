import { businessDate, daysBetween, daysSince } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { counted } from "@/lib/base/words";
import { promiseState } from "@/lib/orders/promise";
import { isAwaited } from "@/lib/orders/status";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** How long an order waits for its next step: since when, how many days, in words, and how late it is, if it is. */
export type OrderWait = { since: string; days: number; words: string; late: LateWords | null };

/** That a promise is broken, or a package was to be opened: for how long, and what was said about it. */
export type LateWords = { lasts: string; delay: string };

type Waiting = Pick<
  StaffOrder,
  | "fulfillment_status"
  | "submission_status"
  | "sent_back_at"
  | "payment_status"
  | "received_at"
  | "received_count"
  | "arrived_at"
  | "open_by"
  | "is_counted_in_part"
  | "paid_at"
  | "inbound_shipped_at"
  | "inbound_delivered_at"
  | "submitted_at"
  | "promised_from"
  | "promised_to"
  | "delay_reason"
  | "delayed_until"
>;

/**
 * Answers since when an order waits, in days of the calendar, and for what; null for one that is back with its owner, or
 * that nobody paid and nothing came of. Of a package that is not here it is what the customer says, from that day on. `late` says for how many days its promise is broken; the saved view of overdue orders has those where it is.
 */
export function orderWait(order: Waiting, now: number): OrderWait | null {
  const wait = (since: string, today: string, later: (days: string) => string) => {
    const days = daysSince(since, now);
    const words = days === 0 ? today : later(counted(days, "day"));
    return { since, days, words, late: lateOf(order, now) };
  };
  if (order.submission_status === "completed" && order.sent_back_at)
    return wait(order.sent_back_at, "Sent back today", (days) => `${days} on its way`);
  if (order.fulfillment_status === "complete") return null;
  if (order.received_at && order.received_count === null)
    return wait(order.received_at, "Since today, not counted", (days) => `${days}, not counted`);
  if (order.received_at)
    return wait(order.received_at, "Checked in today", (days) => `${days} since check-in`);
  const stands = order.is_counted_in_part ? ", counted in part" : " unopened";
  if (order.arrived_at) return wait(order.arrived_at, "Arrived today", (days) => `${days}${stands}`);
  if (isAwaited(order)) {
    const { inbound_shipped_at: shipped, inbound_delivered_at: delivered } = order;
    const said = (what: string, at: string) =>
      wait(at, `Said ${what} today`, (days) => `Said ${what} ${formatShortDate(at)}, ${days}`);
    if (delivered) return said("delivered", delivered);
    if (shipped) return said("shipped", shipped);
  }
  if (order.paid_at && order.payment_status === "paid")
    return wait(order.paid_at, "Paid today", (days) => `Paid ${days} ago`);
  return null;
}

function lateOf(order: Waiting, now: number): LateWords | null {
  const { promised_to: to, delayed_until: until, open_by: openBy } = order;
  const today = businessDate(now);
  if (openBy !== null && today > openBy) {
    const lasts = `${counted(daysBetween(openBy, today), "day")} late`;
    const day = formatShortDate(openBy);
    const delay = order.is_counted_in_part
      ? `The rest was awaited until ${day}`
      : `Was to be opened by ${day}`;
    return { lasts, delay };
  }
  // To who has not paid, or was refunded, nothing is promised.
  if (to === null || order.payment_status !== "paid" || promiseState(order, now) !== "late") return null;
  return { lasts: `${counted(daysBetween(to, today), "day")} late`, delay: delayOf(until, now) };
}

function delayOf(until: string | null, now: number): string {
  if (until === null) return "No reason given";
  return businessDate(now) > until
    ? `Was to be by ${formatShortDate(until)}`
    : `Now by ${formatShortDate(until)}`;
}
