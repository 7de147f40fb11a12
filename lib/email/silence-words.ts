import { formatLongDate } from "@/lib/base/time";
import { dayOf, inboundCarrierName, searchWords } from "@/lib/orders/inbound";
import { openingOf, restOf, restWords } from "@/lib/orders/opening";
import type { CheckedOrder } from "@/lib/orders/order";
import { expectedBy, expectedFact } from "@/lib/orders/promise";
import { isInPart, stepStatus, submissionStatus } from "@/lib/orders/status";
import { stepMeaning } from "@/lib/orders/step-meaning";
import { type CarrierPage, carrierPage } from "@/lib/orders/tracking/carrier";

/**
 * Where a batch is of which its owner waits to hear: said to be shipped or delivered to us (`way_here`), here and not checked in
 * (`unopened`), checked in (`here`), or on its way back.
 */
export type SilenceStage = "way_here" | "unopened" | "here" | "way_back";

/** What the mail of a quiet week says of a batch, beside its ID and its last news. */
export type SilenceWords = {
  subject: string;
  title: string;
  intro: string;
  where: string;
  /** What is known of its package or parcel, and until when it is expected. */
  details: { label: string; value: string }[];
  /** What its owner can do; null: nothing is theirs to do. */
  help: string | null;
  /** The carrier's page about its package or parcel; null where we know none. */
  parcel: CarrierPage | null;
};

type Stood = Pick<
  CheckedOrder,
  "payment_status" | "fulfillment_status" | "submission_status" | "arrived_at" | "inbound_shipped_at"
>;

/** Answers where a batch is of which its owner waits to hear; null for one that is not paid, still to be shipped, or back. */
export function silenceStage(order: Stood): SilenceStage | null {
  if (order.payment_status !== "paid") return null;
  if (order.fulfillment_status === "complete")
    return order.submission_status === "completed" ? "way_back" : null;
  if (order.fulfillment_status === "grading") return "here";
  if (order.arrived_at !== null) return "unopened";
  return order.inbound_shipped_at === null ? null : "way_here";
}

const BEFORE_CHECK_IN = {
  label: "Expected back",
  value: "The 10-15 business days start when we check your cards in",
};

/**
 * Words the mail of a quiet week at `now` (milliseconds since 1970) by where the batch is; `hasPage`: its owner has a page of it.
 * Throws for a batch of which nothing is to be said.
 */
export function silenceWords(order: CheckedOrder, hasPage: boolean, now: number): SilenceWords {
  switch (silenceStage(order)) {
    case "way_here":
      return wayHereWords(order, hasPage, now);
    case "unopened":
      return unopenedWords(order, now);
    case "here":
      return hereWords(order, now);
    case "way_back":
      return wayBackWords(order, hasPage);
    default:
      throw new Error(
        `the order is ${order.payment_status}, ${order.submission_status}: nothing to wait for`,
      );
  }
}

function unopenedWords(order: CheckedOrder, now: number): SilenceWords {
  const opening = openingOf(order, now);
  const words = {
    subject: "No news this week",
    title: "Nothing new this week",
    where: stepStatus(order).label,
    details: [BEFORE_CHECK_IN],
    help: null,
    parcel: null,
  };
  const here = stepMeaning(order).meaning;
  if (isInPart(order)) {
    const late = restOf(order, now)?.isLate ? "The rest of your cards is not here yet" : null;
    const help = "If the rest is not on its way to us, please write to us: we can check in what is here.";
    const intro = [here, restWords(order, now)].filter(Boolean).join(" ");
    return { ...words, intro, help, ...(late ? { subject: late, title: late } : {}) };
  }
  const then = "You need do nothing: when your cards are counted, we write to you.";
  if (opening === null) return { ...words, intro: `${here} ${then}` };
  const day = formatLongDate(opening.by);
  if (!opening.isLate) return { ...words, intro: `${here} We open it by ${day}. ${then}` };
  const late = "Your package is not opened yet";
  const intro = `${here} It was to be opened by ${day}, and we are sorry that it is not. ${then}`;
  return { ...words, subject: late, title: late, intro };
}

function wayHereWords(order: CheckedOrder, hasPage: boolean, now: number): SilenceWords {
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = order;
  const { inbound_carrier: carrier, inbound_tracking: number } = order;
  const shipped = formatLongDate(dayOf(shippedAt ?? ""));
  const parcel = carrierPage(number, carrier);
  const details = [
    { label: "Shipped", value: shipped },
    ...(carrier === null || carrier === "other"
      ? []
      : [{ label: "Carrier", value: inboundCarrierName(carrier) }]),
    ...(number === null ? [] : [{ label: "Package tracking", value: number }]),
  ];
  if (deliveredAt === null)
    return {
      subject: "Your package is not here yet",
      title: "Your package is not here yet",
      intro: `You told us that you shipped it on ${shipped}. We have not received it yet.`,
      where: "On its way to us",
      details: [...details, BEFORE_CHECK_IN],
      help: `${lookUp(parcel, "where it is")} ${hasPage ? "If it was delivered, press “It was delivered” on the page of your batch" : "If it was delivered, write to us and name the batch ID"}: then we look for it here.`,
      parcel,
    };
  const delivered = formatLongDate(dayOf(deliveredAt));
  return {
    subject: "Your package is not checked in yet",
    title: "Your package is not checked in yet",
    intro: `You told us that it was delivered to us on ${delivered}. ${searchWords(order, now) ?? "We have not checked it in yet."}`,
    where: "Said to be delivered to us",
    details: [...details, { label: "Delivered to us", value: delivered }, BEFORE_CHECK_IN],
    help: `${lookUp(parcel, "where and to whom it was delivered")} Write to us what it says, and name the batch ID.${hasPage ? " If it was not delivered after all, say so on the page of your batch." : ""}`,
    parcel,
  };
}

function wayBackWords(order: CheckedOrder, hasPage: boolean): SilenceWords {
  const { tracking_number: number, return_carrier: carrier } = order;
  const parcel = carrierPage(number, carrier);
  return {
    subject: "Have your cards arrived?",
    title: "Have your cards arrived?",
    intro: "Your cards are on their way back, and you have not told us yet whether they arrived.",
    where: submissionStatus(order.submission_status).label,
    details: [
      ...(parcel === null ? [] : [{ label: "Carrier", value: parcel.carrier }]),
      ...(number === null ? [] : [{ label: "Tracking number", value: number }]),
    ],
    help: `${parcel === null ? "" : `${lookUp(parcel, "where they are")} `}${
      hasPage
        ? "On the page of your batch, press “Arrived safely” once you have them, or tell us there what is wrong."
        : "If they have not come, or anything is wrong with them, write to us and name the batch ID."
    }`,
    parcel,
  };
}

const lookUp = (parcel: CarrierPage | null, what: string) =>
  parcel === null
    ? `Please ask the carrier ${what}.`
    : `Please check the tracking page of ${parcel.carrier} to see ${what}.`;

/** That nothing is wrong is said of a batch of which nothing else was told: neither a delay nor how its package came. */
function hereWords(order: CheckedOrder, now: number): SilenceWords {
  const expected = expectedFact(order, now);
  const where = "Your cards are where we last wrote they are";
  const told = [
    ...(order.delay_reason === null ? [] : ["why they take longer"]),
    ...(order.package_condition === null || order.package_condition === "ok"
      ? []
      : ["how your package came to us"]),
  ];
  const words = {
    subject: "No news this week",
    title: "Nothing new this week",
    where: submissionStatus(order.submission_status).label,
    details: [expected ?? BEFORE_CHECK_IN],
    help: null,
    parcel: null,
  };
  // Its step was set by hand, and nobody has counted its cards: no day is promised.
  if (expected === null) return { ...words, intro: `${where}. We write to you as soon as there is news.` };
  // It may leave later than it was written.
  if (expectedBy(order, now) === null)
    return { ...words, intro: `${where}. They are late, and we are sorry.` };
  if (told.length > 0)
    return { ...words, intro: `${where}. What we said about ${told.join(" and ")} still holds.` };
  return {
    ...words,
    subject: "No news, and nothing is wrong",
    intro: `Nothing is wrong. ${where}, and on time.`,
  };
}
