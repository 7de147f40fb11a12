import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { canceledCards, RETURNED_AS } from "@/lib/orders/cancellation";
import { isLateToArrive, lookedForSince, searchText } from "@/lib/orders/inbound";
import { openingOf, restOf, restText } from "@/lib/orders/opening";
import type { Order } from "@/lib/orders/order";
import { laterOf, windowText } from "@/lib/orders/promise";
import { hasLeft, isInPart, statusOf, stepStatus } from "@/lib/orders/status";

/** The fields that decide what comes next. */
type Subject = Pick<
  Order,
  | "payment_status"
  | "submission_status"
  | "is_lost"
  | "arrived_at"
  | "promised_from"
  | "promised_to"
  | "delayed_until"
> &
  Partial<
    Pick<
      Order,
      | "inbound_shipped_at"
      | "inbound_delivered_at"
      | "look_from"
      | "open_by"
      | "is_counted_in_part"
      | "cancel_requested_at"
    >
  >;

/** What comes next. */
export type NextStep = {
  /** A sentence. */
  what: string;
  /** What happens if an inbound package doesn't arrive; null: nothing. */
  search: string | null;
  /** When the cards are due back, as a sentence; null if unknown, or once they have left. */
  until: string | null;
};

/** Returns what comes next for an order at `now` (ms), and by when; null: nothing. */
export function nextStep(order: Subject, now: number): NextStep | null {
  const { payment_status: payment, submission_status: status } = order;
  if (status === "delivered") return null;
  // The owner isn't waiting for lost cards.
  if (order.is_lost || (payment !== "paid" && !hasLeft(status))) {
    const cards = canceledCards({ ...order, inbound_shipped_at: order.inbound_shipped_at ?? null });
    const goesHome = payment === "canceled" && (cards === "here" || cards === "with_grader");
    return goesHome ? say(RETURNED_AS[cards]) : null;
  }
  if (status === "pending" && order.cancel_requested_at) return requestOf(order, now);
  if (status === "pending") return arrivalOf(order, now);
  const { next: what } = statusOf(status);
  return what ? { ...say(what), until: untilOf(order, now) } : null;
}

const say = (what: string, search: string | null = null) => ({ what, search, until: null });

function requestOf(order: Subject, now: number): NextStep {
  const words = "We'll decide on your cancellation";
  if (!order.inbound_shipped_at || order.arrived_at !== null) return say(`${words}.`);
  return say(`${words} when your package arrives.`, searchText(saidOf(order), now));
}

function arrivalOf(order: Subject, now: number): NextStep {
  if (isInPart(order)) return say(restOfIt(order, now));
  if (order.arrived_at !== null) return say(openingText(order, now));
  const said = saidOf(order);
  if (lookedForSince(said, now)) return say("We're searching for your package and will email you.");
  if (said.inbound_delivered_at !== null) return say("We'll check your package in.", searchText(said, now));
  if (said.inbound_shipped_at === null) return say("Ship your package.");
  return isLateToArrive(said, now)
    ? say("Ask the carrier where your package is.")
    : say("The carrier will deliver your package to us.", searchText(said, now));
}

function saidOf(order: Subject) {
  return {
    inbound_shipped_at: order.inbound_shipped_at ?? null,
    inbound_delivered_at: order.inbound_delivered_at ?? null,
    look_from: order.look_from ?? null,
  };
}

function restOfIt(order: Subject, now: number): string {
  const ask = restOf(order, now)?.isLate ? "If they aren't on the way, please email us." : null;
  return [stepStatus(order).next, restText(order, now), ask].filter(Boolean).join(" ");
}

function openingText(order: Subject, now: number): string {
  const opening = openingOf(order, now);
  const words = "We'll open your package and count your cards";
  if (opening === null) return `${words}.`;
  const day = formatShortDate(opening.by);
  return opening.isLate ? `${words}. That was due ${day}. Sorry, we're running late.` : `${words} by ${day}.`;
}

function untilOf(order: Subject, now: number): string | null {
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (hasLeft(order.submission_status) || from === null || to === null) return null;
  if (businessDate(now) > (laterOf(order) ?? to)) return null;
  return until === null || until <= to
    ? `Expected back ${windowText(from, to)}.`
    : `New estimate: ${formatShortDate(until)}.`;
}

/** Returns what is known about the next step and when the cards are due back; null if nothing. */
export function aboutNextText(next: NextStep): string | null {
  return [next.search, next.until].filter((words) => words !== null).join(" ") || null;
}
