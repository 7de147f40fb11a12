import * as z from "zod/mini";
import { businessDate } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import { formatCents, toCents } from "@/lib/base/money";
import { receivingLines } from "@/lib/base/receiving-address";
import { site } from "@/lib/base/site";
import { accessEmails } from "@/lib/email/access-emails";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent } from "@/lib/email/layout/render-email";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import { checkInText } from "@/lib/email/messages";
import { moneyEmails } from "@/lib/email/money-emails";
import {
  batchIdOf,
  batchUrl,
  dayOf,
  defineOrderEmail,
  factList,
  nextSteps,
  noPayloadSchema,
  type OrderContent,
  type OrderRow,
  partOf,
  refuseIf,
  refuseUnpaid,
  trackLink,
} from "@/lib/email/order-facts";
import { allowedUrl, cleanLines, mailAddress, returnAddressLines } from "@/lib/email/outbox/mail-message";
import { batchName, batchTitle } from "@/lib/orders/batch-id";
import { EMAIL_LINK_DAYS } from "@/lib/orders/form-messages";
import { inboundShipmentOf, isToShip } from "@/lib/orders/inbound";
import { expectedBy, expectedFact, openingDue, promiseState } from "@/lib/orders/promise";
import {
  batchStatus,
  hasLeft,
  hasReached,
  isInPart,
  packageCondition,
  stepStatus,
} from "@/lib/orders/status";
import { wasReturnedUngraded } from "@/lib/orders/timeline";
import { graderLine, graderText } from "@/lib/orders/tracking/grader-line";
import { carrierPage } from "@/lib/orders/tracking-number";

const expected = ({ order, now }: OrderFacts): Fact[] => {
  const found = expectedFact(order, now);
  return found ? [found] : [];
};

const graderOf = ({ order, patternOf }: OrderFacts) => graderLine(order, patternOf);

/** The tracking page, or the dashboard if the tracking link was turned off. */
const trackUrl = ({ urls }: OrderFacts) => urls.track ?? urls.dashboard;

function aboutAwaited(facts: OrderFacts): OrderContent {
  const { order } = facts;
  if (order.arrived_at !== null) {
    const isRest = isInPart(order);
    return {
      subject: isRest ? "We're waiting for the rest of your cards" : "We're late opening your package",
      lines: nextSteps(facts),
    };
  }
  if (order.inbound_delivered_at)
    return { subject: "We're looking for your package", lines: nextSteps(facts) };
  const parcel = carrierPage(order.inbound_tracking, order.inbound_carrier);
  return {
    subject: "Your package isn't here yet",
    lines: [
      `Check ${parcel ? `${parcel.carrier} tracking` : "with your carrier"}. If it was delivered, tell us on your batch page, and we'll look for it.`,
    ],
    button: parcel && { label: `Track with ${parcel.carrier}`, url: parcel.url },
  };
}

const PLACED = "You're getting this because you submitted a batch with this email.";
const PRINT_LABEL = "Print box label and packing slip";

const somethingWrong = (facts: OrderFacts): Pick<OrderContent, "links" | "footnote"> =>
  batchUrl(facts)
    ? { links: [{ label: "Something's wrong", url: batchUrl(facts) }] }
    : { footnote: "Is something wrong? Reply to this email." };

const stepSchema = z.object({
  facts: z.optional(
    z.object({
      /** Only the grader's number is new. */
      is_added: z.optional(z.boolean()),
      /** Set when some boxes are counted and others are still on their way. */
      counted: z.optional(z.number()),
      expected: z.optional(z.number()),
    }),
  ),
});

/** Every email about a batch, by kind. Throws when the email no longer applies. */
export const orderEmails = {
  ...moneyEmails,
  ...accessEmails,
  order_confirmation: defineOrderEmail(noPayloadSchema, (facts) => {
    refuseUnpaid(facts);
    const { order, urls, is_guest: isGuest } = facts;
    const total = formatCents(toCents(order.total_paid ?? order.grading_fee));
    const canCancel = isToShip(order) && order.stripe_session_id !== null;
    return {
      subject: `Paid. Now ship your ${cardCount(order.num_cards)}.`,
      about: null,
      corner: `Paid ${total}`,
      lines: [
        "Put each card in a sleeve, then a semi-rigid holder or top loader. Band the holders together.",
        "We'll email you when your cards arrive and when we've counted them.",
      ],
      button: { label: PRINT_LABEL, url: urls.label },
      footnote: `Box label. Not postage. No printer? Write ${batchIdOf(facts)} and the address on the box. Put a note inside with your full name, email, batch ID and total paid.`,
      notes: [{ title: "Ship it with tracked, insured postage to:", lines: receivingLines }],
      links: [
        { label: "Track this batch", url: trackUrl(facts) },
        { label: "Receipt", url: allowedUrl(order.receipt_url, facts.receiptOrigin) },
        { label: "Cancel for a full refund", url: canCancel ? batchUrl(facts) : null },
        { label: "Create an account", url: isGuest ? urls.signUp : null },
      ],
      reason: `${PLACED} For ${EMAIL_LINK_DAYS} days, anyone with these links can open this batch without logging in, so don't forward this email.`,
    };
  }),
  payment_pending: defineOrderEmail(noPayloadSchema, ({ order, urls }) => {
    refuseIf(order.payment_status !== "pending", `the order is ${order.payment_status}, not pending`);
    return {
      subject: "Your payment is on its way",
      about: null,
      corner: formatCents(toCents(order.grading_fee)),
      lines: [
        "Bank payments can take a few business days. We'll email you when yours arrives.",
        "Please don't ship your cards yet.",
      ],
      links: [{ label: "Check your payment", url: urls.payment }],
    };
  }),
  ship_reminder: defineOrderEmail(z.object({ nth: z.literal([1, 2]) }), (facts, { nth }) => {
    const inboundShipment = inboundShipmentOf(facts.order, facts.now);
    if (!inboundShipment) throw new Error("the package is no longer expected");
    refuseIf(inboundShipment.inbound_shipped_at !== null, "the package is on its way");
    const cards = cardCount(facts.order.num_cards);
    return {
      subject: nth === 1 ? `Ready to ship your ${cards}?` : `We're still waiting for your ${cards}`,
      about: null,
      lines: [
        nth === 1
          ? "No rush. Your price is locked in, and we'll remind you once more in a week."
          : "No rush. Your price is locked in. This is our last reminder.",
      ],
      button: { label: PRINT_LABEL, url: facts.urls.label },
      links: [{ label: "I've shipped it", url: batchUrl(facts) }],
    };
  }),
  order_arrived: defineOrderEmail(stepSchema, (facts, { facts: { counted, expected: of } = {} }) => {
    refuseUnpaid(facts);
    const { order, now } = facts;
    if (counted !== undefined && of !== undefined) {
      refuseIf(!isInPart(order), `the order is ${order.submission_status}, so this no longer applies`);
      return {
        subject: `${partOf(counted, of)} ${counted === 1 ? "is" : "are"} here so far`,
        about: batchTitle(order, now),
        lines: nextSteps(facts),
      };
    }
    if (order.arrived_at === null) throw new Error("the package is not here");
    const opening = openingDue(order, now);
    const by = opening && !opening.isLate ? ` by ${dayOf(facts, opening.by)}` : "";
    return {
      subject: `Your package arrived ${dayOf(facts, order.arrived_at)}`,
      lines: [
        order.cancel_requested_at === null
          ? `We'll open it${by}, count your cards and email you.`
          : "We'll email you about your cancellation request.",
      ],
    };
  }),
  check_in_receipt: defineOrderEmail(
    z.object({ told_before: z.nullable(z.number()), expected: z.number() }),
    (facts, { told_before: toldBefore, expected: paid }) => {
      refuseUnpaid(facts);
      const { order, urls, now } = facts;
      const { received_count: count, received_at: at, package_condition: condition } = order;
      if (count === null || at === null) throw new Error("the order is not counted");
      const { subject, details } = checkInText(
        { ...order, num_cards: paid, received_count: count, received_at: at },
        now,
      );
      const isDamaged = condition !== null && condition !== "ok";
      const isRecount = toldBefore !== null && toldBefore !== count;
      const differs = Math.abs(paid - count).toLocaleString("en-US");
      return {
        subject,
        about: batchTitle(order, now),
        lines: [
          ...(isRecount
            ? [
                `We counted again. Our last email said ${toldBefore.toLocaleString("en-US")}. We're sorry for the mistake.`,
              ]
            : []),
          ...(count === paid
            ? []
            : [
                `That's ${differs} ${count < paid ? "fewer" : "more"} than you paid for. If we need a decision from you, we'll email you separately.`,
              ]),
          ...(isDamaged
            ? [
                `${packageCondition(condition)}. We'll contact you${hasReached(order, "shipped") ? "" : " before grading"}.`,
              ]
            : isRecount || count !== paid
              ? []
              : [`We'll email you when ${paid === 1 ? "it leaves" : "they leave"} for the grader.`]),
        ],
        facts: details,
        links: [
          { label: "Custody receipt", url: urls.receipt },
          { label: "Track this batch", url: trackUrl(facts) },
        ],
      };
    },
  ),
  order_sent: defineOrderEmail(stepSchema, (facts, { facts: { is_added: isNumberNew } = {} }) => {
    refuseUnpaid(facts);
    const { order } = facts;
    refuseIf(
      !hasReached(order, "shipped"),
      `the order is ${order.submission_status}, so this no longer applies`,
    );
    const grader = graderOf(facts);
    refuseIf(Boolean(isNumberNew) && grader === null, "the order has no number");
    const here = order.received_count ?? order.num_cards;
    const sent = order.cards_sent ?? here;
    return {
      subject: isNumberNew
        ? `Your grader submission number is ${grader?.number}`
        : "Your cards are on their way to the grader",
      lines: hasReached(order, "graded") ? nextSteps(facts) : ["We'll email you when your grades are in."],
      facts: [
        ...factList("Cards sent", sent < here ? partOf(sent, here) : null),
        ...factList("Still with us", sent < here ? cardCount(here - sent) : null),
        ...factList(graderText.number, isNumberNew ? null : grader?.number),
        ...expected(facts),
      ],
      links: [{ label: graderText.lookUp, url: grader?.url ?? null }, trackLink(facts)],
    };
  }),
  order_graded: defineOrderEmail(stepSchema, (facts) => {
    refuseUnpaid(facts);
    const { order } = facts;
    refuseIf(
      !hasReached(order, "graded"),
      `the order is ${order.submission_status}, so this no longer applies`,
    );
    const grader = graderOf(facts);
    return {
      subject: "Your grades are in",
      lines: hasLeft(order.submission_status) ? [] : ["We'll check your cards and ship them back to you."],
      facts: [...factList(graderText.number, grader?.number), ...expected(facts)],
      button: { label: graderText.lookUp, url: grader?.url ?? null },
    };
  }),
  order_returned: defineOrderEmail(noPayloadSchema, (facts) => {
    const { order, events } = facts;
    refuseIf(!hasLeft(order.submission_status), `the order is ${order.submission_status}, not sent`);
    const { payment_status: payment, received_count: count, tracking_number: number } = order;
    const parcel = carrierPage(number, order.return_carrier);
    const isPaid = payment === "paid";
    const isGraded = isPaid && !wasReturnedUngraded(events);
    const what =
      count !== null || isPaid
        ? `Your ${count !== null && isGraded ? "graded " : ""}cards are`
        : "Your package is";
    const standing = payment === "canceled" ? "is canceled" : "wasn't paid";
    return {
      subject: `${what} on the way to you`,
      lines: [
        ...(isPaid ? [] : [`This batch ${standing}.`]),
        number === null
          ? "This package has no tracking number. If we get one, we'll email you."
          : "Tracking may take a day to update.",
        "Check your cards when they arrive.",
      ],
      facts: [
        ...factList("Cards", count === null || count === order.num_cards ? null : cardCount(count)),
        ...factList("Shipping to", returnAddressLines(order.return_address).join(", ")),
        ...factList("Tracking number", number),
      ],
      button: parcel && { label: `Track with ${parcel.carrier}`, url: parcel.url },
    };
  }),
  order_delivered: defineOrderEmail(noPayloadSchema, (facts) => {
    const { submission_status: status } = facts.order;
    refuseIf(status !== "delivered", `the order is ${status}, not delivered`);
    return {
      subject: "Your cards were delivered",
      lines: ["Please check them now. You can report a problem within 30 days of delivery."],
      ...somethingWrong(facts),
    };
  }),
  canceled_arrived: defineOrderEmail(noPayloadSchema, (facts) => {
    const {
      payment_status: payment,
      arrived_at: at,
      return_address: address,
      submission_status,
    } = facts.order;
    refuseIf(payment !== "canceled", `the order is ${payment}, not canceled`);
    if (at === null) throw new Error("the package is not here");
    refuseIf(hasLeft(submission_status), "the package has left");
    const lines = address?.address_line1 ? returnAddressLines(address) : [];
    const plan = `It arrived ${dayOf(facts, at)}. We'll send it back ungraded`;
    return lines.length > 0
      ? {
          subject: "We'll ship your canceled batch back",
          lines: [`${plan} and email you when it leaves.`],
          notes: [{ title: "We'll ship to:", lines }],
          footnote: "Need it somewhere else? Reply to this email.",
        }
      : {
          subject: "Where should we send your cards?",
          lines: ["Reply to this email with your address.", `Your canceled batch is here. ${plan}.`],
        };
  }),
  late: defineOrderEmail(noPayloadSchema, (facts) => {
    refuseUnpaid(facts);
    const { order, now } = facts;
    const { promised_to: promisedTo, delay_reason: reason, delayed_until: until } = order;
    refuseIf(order.fulfillment_status === "complete", "the order is complete, not late");
    if (promisedTo === null) throw new Error("the order has no estimate");
    const isLate = businessDate(now) > promisedTo;
    const isPutOff = until !== null && until > promisedTo;
    refuseIf(!isLate && !isPutOff, "the order is not late or delayed");
    const isOverAgain = isPutOff && expectedBy(order, now) === null;
    const hasNews = reason !== null && !isOverAgain;
    const day = dayOf(facts, isOverAgain ? until : promisedTo);
    return {
      subject:
        hasNews && until
          ? `Running late. New estimate: ${dayOf(facts, until)}`
          : "Your cards are running late",
      lines: [
        `We estimated ${day}, but ${isLate ? "we missed it" : "we'll miss it"}. We're sorry.`,
        ...(hasNews ? [] : ["We're finding out why, and we'll email you a new date."]),
      ],
      facts: hasNews ? factList("Why", reason) : [],
    };
  }),
  no_news: defineOrderEmail(noPayloadSchema, (facts) => {
    const { order, events, now } = facts;
    if (order.submission_status === "completed") {
      return {
        subject: "Have your cards arrived?",
        lines: ["They should have arrived by now."],
        button: { label: "Arrived safely", url: batchUrl(facts) },
        ...somethingWrong(facts),
      };
    }
    if (order.submission_status === "pending") return aboutAwaited(facts);
    const last = events.at(-1);
    const isLate = promiseState(order, now) === "late";
    return {
      subject: isLate ? "Still running late" : "No news is good news",
      lines: [
        isLate
          ? "Nothing has changed this week. We're sorry."
          : "Nothing has changed this week, and your cards are on schedule.",
      ],
      facts: [
        { label: "Status", value: stepStatus(order).badge },
        ...factList("Last update", last && dayOf(facts, last.at)),
        ...(expectedBy(order, now) === null ? [] : expected(facts)),
      ],
    };
  }),
  correction: defineOrderEmail(z.object({ facts: z.array(z.string()) }), (facts, { facts: corrected }) => {
    const { order } = facts;
    const { received_count: count } = order;
    const has = (column: string) => corrected.includes(column);
    const counted = count === null ? "Not counted yet" : partOf(count, order.num_cards);
    return {
      subject: "Correction",
      lines: ["Our last email about this batch was wrong. We're sorry. Here's the correct information."],
      facts: [
        { label: "Status", value: batchStatus(order).label },
        ...factList("Cards counted", has("received_count") ? counted : null),
        ...factList("Return tracking", has("tracking_number") ? (order.tracking_number ?? "None yet") : null),
        ...factList(
          graderText.number,
          has("grading_submission_number") ? (order.grading_submission_number ?? "None yet") : null,
        ),
        ...(has("delay_reason") ? expected(facts) : []),
      ],
    };
  }),
  problem_reported: defineOrderEmail(z.object({ body: z.string() }), (facts, { body }) => ({
    to: mailAddress(facts.alertEmail ?? site.contactEmail, site.name),
    // Staff reply to the customer from their own mailbox.
    ...(facts.email ? { replyTo: facts.email } : {}),
    subject: "A customer reported a problem",
    about: batchIdOf(facts),
    lines: cleanLines(body).filter((line) => line !== ""),
    facts: factList("From", facts.email),
    button: { label: "Open the order", url: facts.urls.staff },
    links: [],
    reason: `You're getting this because ${site.name} sends its alerts to this address.`,
  })),
} satisfies Record<string, OrderRow>;

export type OrderEmailKind = keyof typeof orderEmails;

/** Returns the content of an email about a batch. Throws when it no longer applies or has no recipient. */
export function orderEmail(kind: OrderEmailKind, facts: OrderFacts, payload: unknown): EmailContent {
  const { order, now } = facts;
  const { corner, ...content } = orderEmails[kind](facts, payload);
  return {
    reason: PLACED,
    about: batchName(order, now),
    slab: { title: batchTitle(order, now), code: batchIdOf(facts), cards: order.num_cards, corner },
    links: [trackLink(facts)],
    ...content,
    to: content.to ?? mailAddress(facts.email, facts.full_name),
  };
}
