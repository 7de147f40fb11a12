import { cardCount } from "@/lib/base/messages";
import { formatShortDate } from "@/lib/base/time";
import { adjustmentEventText } from "@/lib/orders/adjustment";
import { inboundEventText } from "@/lib/orders/inbound";
import type { OrderEvent, PaymentStatus, SubmissionStatus } from "@/lib/orders/order";
import { packageCondition, SUBMISSION_STEPS, statusOf, stepStatus } from "@/lib/orders/status";

/** A step of a batch in words for its customer: done, current, ahead, or skipped by a batch that went home before it. */
export type TimelineStep = {
  status: SubmissionStatus;
  label: string;
  state: "done" | "now" | "next" | "skipped";
  /** When it was reached; null for steps ahead or skipped. */
  at: string | null;
  /** What staff wrote about it, and the count at check-in. */
  message: string | null;
  /** What else happened before the next step, oldest first. */
  events: TimelineEntry[];
};

/** Something that happened between two steps. */
type TimelineEntry = { title: string; message: string | null; at: string };

type Subject = {
  payment_status: PaymentStatus;
  submission_status: string;
  arrived_at: string | null;
  is_counted_in_part?: boolean;
};

/**
 * Returns the timeline of an order from its public events (oldest first). An unpaid order has reached no step; a refunded
 * one, and one whose cards won't be sent (`isOver`), keeps those it reached and has none ahead. An unknown status is shown as
 * pending, as in the specification.
 */
export function timelineOf(order: Subject, events: OrderEvent[], isOver = false): TimelineStep[] {
  const place = Math.max(placeOf(order.submission_status), 0);
  const isClosed = order.payment_status === "canceled" || isOver;
  const now = order.payment_status === "paid" && !isOver ? place : -1;
  const wasPaid = place > 0 || events.some((event) => reaches(event, "pending"));
  const last = isClosed && wasPaid ? place : now;
  const leftFrom = leftUngradedFrom(events) ?? last;
  const isEnded = isClosed && last < placeOf("completed");
  const shown = isEnded ? SUBMISSION_STEPS.slice(0, last + 1) : SUBMISSION_STEPS;
  const isSkipped = (at: number) =>
    at > leftFrom && at < placeOf("completed") && last >= placeOf("completed");
  const reached = shown.map((status, at) =>
    at <= last && !isSkipped(at) ? events.findLast((event) => reaches(event, status)) : undefined,
  );
  const between = betweenSteps(events, reached);
  return shown.map((status, at) => {
    const state = at === now ? "now" : isSkipped(at) ? "skipped" : at <= last ? "done" : "next";
    const stands = {
      ...order,
      submission_status: status,
      arrived_at: state === "now" ? order.arrived_at : null,
    };
    const { badge, done } = stepStatus(stands);
    const own = reached[at];
    return {
      status,
      label: state === "now" ? badge : done,
      state,
      // An arrived package is no longer awaited.
      at: (status === "pending" ? stands.arrived_at : null) ?? own?.at ?? null,
      message: own ? (own.message ?? countOf(own, events)?.message ?? null) : null,
      events: between[at] ?? [],
    };
  });
}

/** Leaves out what the page shows elsewhere: an inbound package (`hasPackage`) and the current estimate. */
export function eventsBeside(
  events: OrderEvent[],
  { delayed_until: until }: { delayed_until: string | null },
  hasPackage: boolean,
): OrderEvent[] {
  return events.filter(
    ({ type, to }) => !(hasPackage && type.startsWith("inbound_")) && !(type === "delay" && to === until),
  );
}

/** Returns the other events, by the step after which they happened. */
function betweenSteps(events: OrderEvent[], reached: (OrderEvent | undefined)[]): TimelineEntry[][] {
  const lists: TimelineEntry[][] = reached.map(() => []);
  const counts = new Set(reached.map((own) => own && countOf(own, events)));
  const first = events.findIndex((event) => reached.includes(event));
  let place = 0;
  for (const event of events.slice(Math.max(first, 0))) {
    const own = reached.indexOf(event);
    if (own >= 0) place = own;
    else if (!counts.has(event)) lists[place]?.push(entryOf(event));
  }
  return lists;
}

/** Returns the count that checked a batch in. */
function countOf({ to, at }: OrderEvent, events: OrderEvent[]): OrderEvent | undefined {
  return to === "received" ? events.find((event) => event.type === "counted" && event.at === at) : undefined;
}

/** Returns whether a batch was shipped back before it was at the grader. */
export function wasReturnedUngraded(events: OrderEvent[]): boolean {
  return leftUngradedFrom(events) !== null;
}

/** Returns the index of the step from which a batch was shipped back, if that was before the grader. */
function leftUngradedFrom(events: OrderEvent[]): number | null {
  const isHome = (status: string | null) => placeOf(status) >= placeOf("completed");
  const left = events.findLast(
    ({ type, from, to }) => type === "submission_status" && isHome(to) && !isHome(from),
  );
  const from = placeOf(left?.from ?? null);
  return from >= 0 && from < placeOf("shipped") ? from : null;
}

function reaches(event: OrderEvent, status: SubmissionStatus): boolean {
  if (event.type === "submission_status") return event.to === status;
  return status === "pending" && event.type === "payment_status" && event.to === "paid";
}

function placeOf(status: string | null): number {
  return (SUBMISSION_STEPS as readonly (string | null)[]).indexOf(status);
}

function entryOf(event: OrderEvent): TimelineEntry {
  // A refund's message is its title, and a mismatch repeats the count's.
  const isRepeated = event.type === "refunded" || event.type === "count_mismatch";
  return { title: eventTitle(event), message: isRepeated ? null : event.message, at: event.at };
}

/** Returns a public event in words. */
export function eventTitle({ type, from, to, message, actor }: OrderEvent): string {
  switch (type) {
    case "submission_status": {
      const place = placeOf(to);
      if (place < 0) return `Status changed to ${to}`;
      const { badge, done } = statusOf(String(to));
      return place < placeOf(from) ? `Corrected: ${badge}` : done;
    }
    case "payment_status":
      return paymentTitle(from, to);
    case "refunded":
      return message ?? `Refunded ${to}`;
    case "tracking_number":
      return from ? `New return tracking: ${to}` : `Return tracking: ${to}`;
    case "arrived":
      return "Package arrived";
    case "box_counted":
      return `Box ${from} counted: ${cardCount(Number(to))}`;
    case "counted":
      return "Package opened";
    case "recounted":
      return "Cards recounted";
    case "count_mismatch":
      return "Count doesn't match your order";
    case "package_condition":
      return packageCondition(String(to));
    case "adjustment":
      return adjustmentEventText(to);
    case "grading_submission_number":
      return numberEventText(from, to);
    case "inbound_shipped":
    case "inbound_delivered":
    case "inbound_withdrawn":
      return `${inboundEventText(type, from, to)}${actor === "customer" ? " (reported by the customer)" : ""}`;
    case "cancel_asked":
      return "Cancellation requested";
    case "cancel_withdrawn":
      return "Cancellation request withdrawn";
    case "cancel_declined":
      return "Cancellation declined, batch continues";
    case "delay":
      return to ? `Running late. New estimate: ${formatShortDate(to)}` : "Back on schedule";
    case "return_address":
      return addressEventText(to);
    case "problem":
      return problemEventText(to);
    default:
      return "Update from our team";
  }
}

function paymentTitle(from: string | null, to: string | null): string {
  switch (to) {
    case "paid":
      return "Paid";
    case "pending":
      return "Payment pending";
    case "failed":
      return "Payment failed, nothing charged";
    case "canceled":
      return from === "paid" ? "Canceled and fully refunded" : "Canceled, nothing charged";
    default:
      return `Payment changed to ${to}`;
  }
}

/** Returns a change of the grader submission number in words. */
function numberEventText(from: string | null, to: string | null): string {
  if (to === null) return "Grader submission removed";
  return `${from === null ? "Grader" : "New grader"} submission: ${to}`;
}

const ADDRESS_STEPS: Record<string, string> = {
  changed: "Return address changed",
  disputed: "Address change reported, shipping on hold",
  released: "Return address confirmed",
};

/** Returns an event of a changed return address in words, for customers and staff. */
export function addressEventText(stored: string | null): string {
  return ADDRESS_STEPS[stored ?? ""] ?? "Return address changed";
}

/** Returns an event of a reported problem in words, for customers and staff. */
export function problemEventText(stored: string | null): string {
  return stored === "solved" ? "Problem resolved" : "Problem reported";
}
