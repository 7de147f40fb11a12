import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { canceledCards, GOES_HOME } from "@/lib/orders/cancellation";
import { isLateToArrive, lookedForSince, searchWords } from "@/lib/orders/inbound";
import { openingOf, restOf, restWords } from "@/lib/orders/opening";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { laterOf, windowWords } from "@/lib/orders/promise";
import { hasLeft, isInPart, statusOf, stepStatus } from "@/lib/orders/status";
import { timelineOf } from "@/lib/orders/timeline";

/** What the short of a timeline is told from. */
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

/** What comes next, and about it. */
export type NextStep = {
  /** A sentence. */
  what: string;
  /** Who does it: "Our team". Null where `what` says so. */
  by: string | null;
  /** What is done about a package that is on its way to us, where `what` does not say it; null: nothing. */
  search: string | null;
  /** Until when the cards are back, as a sentence; null: that is not known, or they have left. */
  until: string | null;
};

/** The short of a timeline, for a mail or a paper: what comes next (null: nothing), and what happened last, newest first. */
export type BriefTimeline = { entries: { title: string; at: string }[]; next: NextStep | null };

/** How many events a mail or a paper tells. */
const LAST = 3;

/** Returns the last three public events and what comes next. A date in the past is named as past. */
export function briefTimeline(order: Subject, events: OrderEvent[], now: number): BriefTimeline {
  const { entries } = timelineOf(order, events);
  const last = entries.slice(0, LAST).map(({ title, at }) => ({ title, at }));
  return { entries: last, next: nextStep(order, now) };
}

/** Returns what comes next for an order at `now` (ms), who does it and by when; null: nothing. */
export function nextStep(order: Subject, now: number): NextStep | null {
  const { payment_status: payment, submission_status: status } = order;
  if (status === "delivered") return null;
  // What is lost its owner waits for no more.
  if (order.is_lost || (payment !== "paid" && !hasLeft(status))) {
    const cards = canceledCards({ ...order, inbound_shipped_at: order.inbound_shipped_at ?? null });
    const goesHome = payment === "canceled" && (cards === "here" || cards === "with_grader");
    return goesHome ? say(GOES_HOME[cards]) : null;
  }
  if (status === "pending" && order.cancel_requested_at) return requestOf(order, now);
  if (status === "pending") return arrivalOf(order, now);
  const { next: what, by = null } = statusOf(status);
  return what ? { ...say(what), by, until: untilOf(order, now) } : null;
}

const say = (what: string, search: string | null = null) => ({ what, by: null, search, until: null });

function requestOf(order: Subject, now: number): NextStep {
  const words = "We answer the request to cancel this batch";
  if (!order.inbound_shipped_at || order.arrived_at !== null) return say(`${words}.`);
  return say(`${words} when your package is here.`, searchWords(saidOf(order), now));
}

function arrivalOf(order: Subject, now: number): NextStep {
  if (isInPart(order)) return say(restOfIt(order, now));
  if (order.arrived_at !== null) return say(openingWords(order, now));
  const said = saidOf(order);
  if (lookedForSince(said, now)) return say("Our team looks for your package, and writes to you.");
  if (said.inbound_delivered_at !== null) return say("We check your package in.", searchWords(said, now));
  if (said.inbound_shipped_at === null) return say("You send us your package, if it is not on its way yet.");
  return isLateToArrive(said, now)
    ? say("You ask the carrier where your package is.")
    : say("The carrier brings us your package.", searchWords(said, now));
}

function saidOf(order: Subject) {
  return {
    inbound_shipped_at: order.inbound_shipped_at ?? null,
    inbound_delivered_at: order.inbound_delivered_at ?? null,
    look_from: order.look_from ?? null,
  };
}

function restOfIt(order: Subject, now: number): string {
  const ask = restOf(order, now)?.isLate ? "If it is not on its way to us, please write to us." : null;
  return [stepStatus(order).next, restWords(order, now), ask].filter(Boolean).join(" ");
}

function openingWords(order: Subject, now: number): string {
  const opening = openingOf(order, now);
  const words = "We open your package and count the cards";
  if (opening === null) return `${words}.`;
  const day = formatShortDate(opening.by);
  return opening.isLate
    ? `${words}. That was to be done by ${day}, and we are sorry that it is not.`
    : `${words} by ${day}.`;
}

function untilOf(order: Subject, now: number): string | null {
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (hasLeft(order.submission_status) || from === null || to === null) return null;
  if (businessDate(now) > (laterOf(order) ?? to)) return null;
  return until === null || until <= to
    ? `Expected back ${windowWords(from, to)}.`
    : `Now expected back by ${formatShortDate(until)}.`;
}

/** Says who does the next step: "Our team does this."; null where the step's own words do. */
export function byWhomWords({ by }: NextStep): string | null {
  return by && `${by} does this.`;
}

/** Says who does the next step and when the cards are back; null when there's nothing to add. */
export function aboutNextWords(next: NextStep): string | null {
  return [byWhomWords(next), next.search, next.until].filter((words) => words !== null).join(" ") || null;
}
