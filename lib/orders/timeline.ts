import { formatShortDate } from "@/lib/base/time";
import { cardCount } from "@/lib/base/words";
import { adjustmentEventWords } from "@/lib/orders/adjustment";
import { inboundEventWords } from "@/lib/orders/inbound";
import type { OrderEvent, PaymentStatus, SubmissionStatus } from "@/lib/orders/order";
import type { PromiseState } from "@/lib/orders/promise";
import { packageCondition, SUBMISSION_STEPS, statusOf, stepStatus } from "@/lib/orders/status";

/** Shown while a batch is between check-in and its return; the promise is the specification's. */
const TURNAROUND = "Usually back in about 2-3 weeks (10-15 business days), counted from check-in.";

/** A step of the way in words for the customer: reached, the present one, ahead, or left out by a batch that went home before it. */
export type TimelineStep = {
  status: SubmissionStatus;
  label: string;
  state: "done" | "now" | "next" | "skipped";
  /** When it was reached; null for what is ahead, and for a step that was passed over. */
  at: string | null;
  meaning: string;
  next: string | null;
  /** How long it usually takes; for the step that the batch is at. */
  typical: string | null;
};

/** Something that happened, as a line of the story; `who` is null where nobody needs to be named. */
export type TimelineEntry = { title: string; who: string | null; message: string | null; at: string };

/** The story of an order: the eight steps of its way, and all that happened. */
export type Timeline = {
  steps: TimelineStep[];
  /** All that happened, newest first. */
  entries: TimelineEntry[];
  /** When something last happened; null when nothing has. */
  updatedAt: string | null;
};

type Subject = {
  payment_status: PaymentStatus;
  submission_status: string;
  arrived_at: string | null;
  is_counted_in_part?: boolean;
};

/**
 * Tells the story of an order from its public events (oldest first). Without a payment no step is reached, save what was
 * done with the cards of a batch that was refunded; a step that was passed over has no time; an unknown status counts as pending, as the specification has it.
 * `promise`: how its promise stands; of one that is put off or broken the usual duration is not told again.
 */
export function timelineOf(
  order: Subject,
  events: OrderEvent[],
  promise: PromiseState | null = null,
): Timeline {
  const entries = events.map(entryOf).reverse();
  return { steps: stepsOf(order, events, promise), entries, updatedAt: events.at(-1)?.at ?? null };
}

function stepsOf(order: Subject, events: OrderEvent[], promise: PromiseState | null): TimelineStep[] {
  const isPutOff = promise === "late" || promise === "delayed";
  // An unknown status is styled as pending, as the specification has it.
  const place = placeOf(order.submission_status);
  const now = order.payment_status === "paid" ? Math.max(place, 0) : -1;
  // Money that went back does not undo what was done with the cards; it only ends their way: nothing of it lies ahead.
  const last = order.payment_status === "canceled" && place > 0 ? place : now;
  const leftFrom = leftUngradedFrom(events) ?? last;
  const isEnded = order.payment_status === "canceled" && last < placeOf("completed");
  const shown = isEnded ? SUBMISSION_STEPS.slice(0, last + 1) : SUBMISSION_STEPS;
  return shown.map((status, at) => {
    const isSkipped = at > leftFrom && at < placeOf("completed") && last >= placeOf("completed");
    const state = at === now ? "now" : isSkipped ? "skipped" : at <= last ? "done" : "next";
    const reached = at <= last && !isSkipped ? events.findLast((event) => reaches(event, status)) : undefined;
    const stands = {
      ...order,
      submission_status: status,
      arrived_at: state === "now" ? order.arrived_at : null,
    };
    const isUnderWay = state === "now" && at > 0 && at < placeOf("completed");
    const { badge, done, meaning, next } = stepStatus(stands);
    return {
      status,
      label: state === "now" ? badge : done,
      state,
      // Of a package that is here the first step says that it is, and no more that it is awaited.
      at: (status === "pending" ? stands.arrived_at : null) ?? reached?.at ?? null,
      meaning,
      next,
      typical: isUnderWay && !isPutOff ? TURNAROUND : null,
    };
  });
}

/** Tells by its events whether a batch was returned before it was with the grader. */
export function wentHomeUngraded(events: OrderEvent[]): boolean {
  return leftUngradedFrom(events) !== null;
}

/** The place of the step from which a batch left for its owner, if that was before the grader. */
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
  // The way begins with the payment.
  return status === "pending" && event.type === "payment_status" && event.to === "paid";
}

function placeOf(status: string | null): number {
  return (SUBMISSION_STEPS as readonly (string | null)[]).indexOf(status);
}

function entryOf(event: OrderEvent): TimelineEntry {
  // Its message is the title already, or that of the count before it.
  const isSaid = event.type === "refunded" || event.type === "count_mismatch";
  return {
    title: titleOf(event),
    who: whoOf(event),
    message: isSaid ? null : event.message,
    at: event.at,
  };
}

/** A public event in words. */
function titleOf({ type, from, to, message }: OrderEvent): string {
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
      return from ? `Corrected return tracking: ${to}` : `Return tracking: ${to}`;
    case "arrived":
      return "Your package arrived, unopened";
    case "box_counted":
      return `Box ${from} of your package counted: ${cardCount(Number(to))}`;
    case "counted":
      return "We opened your package";
    case "recounted":
      return "We counted your cards again";
    case "count_mismatch":
      return "The count differs from what was paid for";
    case "package_condition":
      return packageCondition(String(to));
    case "adjustment":
      return adjustmentEventWords(to);
    case "grading_submission_number":
      return numberEventWords(from, to);
    case "inbound_shipped":
    case "inbound_delivered":
    case "inbound_withdrawn":
      return inboundEventWords(type, from, to);
    case "cancel_asked":
      return "Its owner asked to cancel this batch";
    case "cancel_withdrawn":
      return "The request to cancel was withdrawn";
    case "cancel_declined":
      return "We did not cancel this batch: it goes on";
    case "delay":
      return to ? `It takes longer than promised: until ${formatShortDate(to)}` : "The delay is over";
    case "return_address":
      return addressEventWords(to);
    case "problem":
      return problemEventWords(to);
    default:
      return "News from our team";
  }
}

function paymentTitle(from: string | null, to: string | null): string {
  switch (to) {
    case "paid":
      return "Payment received";
    case "pending":
      return "Your payment is on its way";
    case "failed":
      return "The payment failed, and nothing was charged";
    case "canceled":
      return from === "paid"
        ? "Order canceled after a full refund"
        : "Order canceled, and nothing was charged";
    default:
      return `Payment changed to ${to}`;
  }
}

const AT_THE_DESK = new Set([
  "arrived",
  "box_counted",
  "counted",
  "recounted",
  "count_mismatch",
  "package_condition",
]);

function whoOf({ actor, type, to }: OrderEvent): string | null {
  switch (actor) {
    case "staff":
      return AT_THE_DESK.has(type) || to === "received" ? "our receiving team" : "our team";
    case "stripe":
      return "our payment service";
    case "customer":
      return "the owner of this batch";
    default:
      return null;
  }
}

/** Returns what a customer reads of the number at the grading company, where it came or changed after the cards had left. */
function numberEventWords(from: string | null, to: string | null): string {
  if (to === null) return "Corrected: no number at the grading company yet";
  return from === null
    ? `Number at the grading company: ${to}`
    : `Corrected number at the grading company: ${to}`;
}

const ADDRESS_STEPS: Record<string, string> = {
  changed: "The return address was changed",
  disputed: "The change of the return address was reported. We won't ship until we've checked it",
  released: "The return address is confirmed",
};

/** Puts a step of a changed return address into words, for customers and staff alike. */
export function addressEventWords(stored: string | null): string {
  return ADDRESS_STEPS[stored ?? ""] ?? "The return address was changed";
}

/** Puts a step of a problem into words, for customers and staff alike. */
export function problemEventWords(stored: string | null): string {
  return stored === "solved" ? "The reported problem is solved" : "A problem was reported";
}
