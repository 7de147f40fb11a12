import { businessDaysBetween } from "@/lib/base/business-days";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The promise: back within so many business days after the cards were received. */
const PROMISED_DAYS = 15;
const DAY_MS = 86_400_000;

/** How long an order waits for its next step: since when, in words what it waits for, and by how much it is late. */
export type OrderWait = { since: string; days: number; for: string; lateDays: number };

type Waiting = Pick<
  StaffOrder,
  "fulfillment_status" | "payment_status" | "received_at" | "arrived_at" | "paid_at" | "submitted_at"
>;

/**
 * Answers since when an order waits, in whole days, and for what; null for one that is complete, or that nobody paid
 * and nothing came of. `lateDays` are the business days beyond the promise, begun ones too; the saved view of overdue
 * orders has those with any.
 */
export function orderWait(order: Waiting, now: number): OrderWait | null {
  if (order.fulfillment_status === "complete") return null;
  const wait = (since: string, what: string, lateDays = 0) => ({
    since,
    days: Math.max(0, Math.floor((now - Date.parse(since)) / DAY_MS)),
    for: what,
    lateDays,
  });
  if (order.received_at) {
    const late = businessDaysBetween(Date.parse(order.received_at), now) - PROMISED_DAYS;
    return wait(order.received_at, "here", Math.max(0, Math.ceil(late)));
  }
  if (order.arrived_at) return wait(order.arrived_at, "unopened");
  if (order.paid_at && order.payment_status === "paid") return wait(order.paid_at, "to arrive");
  return null;
}
