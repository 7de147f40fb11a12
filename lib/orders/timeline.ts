import { businessDate } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import { formatShortDate } from "@/lib/base/time";
import { adjustmentEventText } from "@/lib/orders/adjustment";
import { canceledCards, RETURNED_AS } from "@/lib/orders/cancellation";
import { inboundEventText, isLateToArrive, searchedSince, searchText } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import {
  latestEstimate,
  openingDue,
  remainingBoxesDue,
  remainingBoxesText,
  windowText,
} from "@/lib/orders/promise";
import {
  hasLeft,
  isInPart,
  type PaymentStatus,
  packageCondition,
  SUBMISSION_STEPS,
  type SubmissionStatus,
  statusOf,
  stepStatus,
} from "@/lib/orders/status";

export type TimelineStep = {
  status: SubmissionStatus;
  label: string;
  /** skipped: the cards were shipped back before this step. */
  state: "done" | "now" | "next" | "skipped";
  /** When the step was reached. Null for steps ahead or skipped. */
  at: string | null;
  /** The message from staff, or the count at check-in. */
  message: string | null;
  /** Other events before the next step, oldest first. */
  events: TimelineEntry[];
};

type TimelineEntry = { title: string; message: string | null; at: string };

type Subject = {
  payment_status: PaymentStatus;
  submission_status: string;
  arrived_at: string | null;
  is_counted_in_part?: boolean;
};

/**
 * Returns an order's timeline from its public events, oldest first. A refunded order, or one whose cards won't be
 * sent (`isOver`), keeps the steps it reached and has none ahead. An unknown status is shown as pending, as
 * specified.
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
    const shownOrder = {
      ...order,
      submission_status: status,
      arrived_at: state === "now" ? order.arrived_at : null,
    };
    const { badge, done } = stepStatus(shownOrder);
    const own = reached[at];
    return {
      status,
      label: state === "now" ? badge : done,
      state,
      // For an arrived package, shows the arrival instead of the payment.
      at: (status === "pending" ? shownOrder.arrived_at : null) ?? own?.at ?? null,
      message: own ? (own.message ?? countOf(own, events)?.message ?? null) : null,
      events: between[at] ?? [],
    };
  });
}

/** Leaves out events shown elsewhere on the page: the inbound package's (`hasPackage`) and the current estimate's. */
export function eventsBeside(
  events: OrderEvent[],
  { delayed_until: until }: { delayed_until: string | null },
  hasPackage: boolean,
): OrderEvent[] {
  return events.filter(
    ({ type, to }) => !(hasPackage && type.startsWith("inbound_")) && !(type === "delay" && to === until),
  );
}

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

/** Returns the count event of a check-in, which has the same time. */
function countOf({ to, at }: OrderEvent, events: OrderEvent[]): OrderEvent | undefined {
  return to === "received" ? events.find((event) => event.type === "counted" && event.at === at) : undefined;
}

/** Returns whether a batch was shipped back before it went to the grader. */
export function wasReturnedUngraded(events: OrderEvent[]): boolean {
  return leftUngradedFrom(events) !== null;
}

/** Returns the index of the step from which a batch was shipped back before it went to the grader, or null. */
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
  // A refund's message is already its title, and a mismatch repeats the count's message.
  const isRepeated = event.type === "refunded" || event.type === "count_mismatch";
  return { title: eventTitle(event), message: isRepeated ? null : event.message, at: event.at };
}

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

function numberEventText(from: string | null, to: string | null): string {
  if (to === null) return "Grader submission removed";
  return `${from === null ? "Grader" : "New grader"} submission: ${to}`;
}

const ADDRESS_STEPS: Record<string, string> = {
  changed: "Return address changed",
  disputed: "Address change reported, shipping on hold",
  released: "Return address confirmed",
};

export function addressEventText(stored: string | null): string {
  return ADDRESS_STEPS[stored ?? ""] ?? "Return address changed";
}

export function problemEventText(stored: string | null): string {
  return stored === "solved" ? "Problem resolved" : "Problem reported";
}

type Awaited = Pick<
  Order,
  | "payment_status"
  | "submission_status"
  | "is_lost"
  | "arrived_at"
  | "promised_from"
  | "promised_to"
  | "delayed_until"
  | "inbound_shipped_at"
  | "inbound_delivered_at"
  | "look_from"
  | "open_by"
  | "is_counted_in_part"
  | "cancel_requested_at"
>;

/** What comes next, and details such as what to do about a late package or when the cards are due back. */
export type NextStep = { what: string; about: string | null };

/** Returns what comes next for an order at `now` (ms). Null if nothing does. */
export function nextStep(order: Awaited, now: number): NextStep | null {
  const { payment_status: payment, submission_status: status } = order;
  if (status === "delivered") return null;
  // The owner isn't waiting for lost cards.
  if (order.is_lost || (payment !== "paid" && !hasLeft(status))) {
    const cards = canceledCards(order);
    const isReturned = payment === "canceled" && (cards === "here" || cards === "with_grader");
    return isReturned ? step(RETURNED_AS[cards]) : null;
  }
  if (status === "pending")
    return order.cancel_requested_at ? afterRequest(order, now) : afterPayment(order, now);
  const { next: what } = statusOf(status);
  return what ? step(what, estimateText(order, now)) : null;
}

const step = (what: string, about: string | null = null): NextStep => ({ what, about });

function afterRequest(order: Awaited, now: number): NextStep {
  const what = "We'll decide on your cancellation";
  return order.inbound_shipped_at && order.arrived_at === null
    ? step(`${what} when your package arrives.`, searchText(order, now))
    : step(`${what}.`);
}

function afterPayment(order: Awaited, now: number): NextStep {
  if (isInPart(order)) {
    const ask = remainingBoxesDue(order, now)?.isLate ? "If they aren't on the way, please email us." : null;
    return step([stepStatus(order).next, remainingBoxesText(order, now), ask].filter(Boolean).join(" "));
  }
  if (order.arrived_at !== null) return step(openingText(order, now));
  if (searchedSince(order, now)) return step("We're searching for your package and will email you.");
  if (order.inbound_delivered_at !== null)
    return step("We'll check your package in.", searchText(order, now));
  if (order.inbound_shipped_at === null) return step("Ship your package.");
  return isLateToArrive(order, now)
    ? step("Ask the carrier where your package is.")
    : step("The carrier will deliver your package to us.", searchText(order, now));
}

function openingText(order: Awaited, now: number): string {
  const opening = openingDue(order, now);
  const what = "We'll open your package and count your cards";
  if (opening === null) return `${what}.`;
  const day = formatShortDate(opening.by);
  return opening.isLate ? `${what}. That was due ${day}. Sorry, we're running late.` : `${what} by ${day}.`;
}

/** Describes when the cards are due back. Null if that's unknown or overdue, or the cards have left. */
function estimateText(order: Awaited, now: number): string | null {
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (hasLeft(order.submission_status) || from === null || to === null) return null;
  if (businessDate(now) > (latestEstimate(order) ?? to)) return null;
  return until === null || until <= to
    ? `Expected back ${windowText(from, to)}.`
    : `New estimate: ${formatShortDate(until)}.`;
}
