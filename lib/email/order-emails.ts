import * as z from "zod/mini";
import { businessDate, formatLongBusinessDate } from "@/lib/base/business-date";
import { formatCents, toCents } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import { receivingAddress } from "@/lib/base/receiving-address";
import { site } from "@/lib/base/site";
import { formatLongDate } from "@/lib/base/time";
import { cardCount } from "@/lib/base/words";
import { accessEmails } from "@/lib/email/access-emails";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent, EmailLink } from "@/lib/email/layout/render-email";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import { moneyEmails } from "@/lib/email/money-emails";
import {
  batchIdOf,
  fact,
  follow,
  followUrl,
  next,
  nothing,
  type OrderContent,
  type OrderRow,
  partOf,
  refuseIf,
  refuseUnpaid,
  row,
} from "@/lib/email/order-facts";
import {
  allowedUrl,
  cleanLines,
  mailAddress,
  oneLine,
  returnAddressLines,
} from "@/lib/email/outbox/mail-message";
import { checkInWords } from "@/lib/email/words";
import { wayHereOf } from "@/lib/orders/inbound";
import { openingOf } from "@/lib/orders/opening";
import { expectedBy, expectedFact } from "@/lib/orders/promise";
import {
  batchStatus,
  hasLeft,
  hasReached,
  isInPart,
  packageCondition,
  stepStatus,
} from "@/lib/orders/status";
import { wentHomeUngraded } from "@/lib/orders/timeline";
import { carrierPage } from "@/lib/orders/tracking/carrier";
import { graderLine, graderWords } from "@/lib/orders/tracking/grader-line";
import { packingWords } from "@/lib/orders/words";

const PRINT_LINKS =
  "Label and packing slip open without logging in for 30 days. Keep this email to yourself.";
const TURNAROUND = "Your graded cards are back in about 2-3 weeks, counted from check-in.";
const WE_WRITE = "We'll email you as soon as there is news.";

/** Buttons to the page of whoever has the cards, then to ours. */
function buttons(elsewhere: EmailLink | null, facts: OrderFacts): Pick<OrderContent, "button" | "links"> {
  return elsewhere ? { button: elsewhere, links: [follow(facts)] } : {};
}

const expected = ({ order, now }: OrderFacts): Fact[] => {
  const found = expectedFact(order, now);
  return found ? [found] : [];
};

const graderOf = ({ order, patternOf }: OrderFacts) => graderLine(order, patternOf);

const stepSchema = z.object({
  facts: z.optional(
    z.object({
      /** The grader's number alone is new. */
      is_added: z.optional(z.boolean()),
      /** Some boxes are counted, the rest is awaited. */
      counted: z.optional(z.number()),
      expected: z.optional(z.number()),
    }),
  ),
});

/** Every email about a batch: kind -> what it says. Throws when it is no longer true. */
export const orderEmails = {
  ...moneyEmails,
  ...accessEmails,
  order_confirmation: row(nothing, (facts) => {
    refuseUnpaid(facts);
    const { order, urls, is_guest: isGuest } = facts;
    const rate = formatCents(order.rate_cents);
    const total = formatCents(toCents(order.total_paid ?? order.grading_fee));
    const to = receivingAddress;
    return {
      subject: "Payment received",
      isGood: true,
      lines: [
        "Your batch is booked. Now send us your cards.",
        `Write the batch ID on the outside of the package, or tape the label on. ${PRINT_LINKS}`,
      ],
      facts: [
        { label: "Order type", value: plans[order.plan_type].label },
        { label: "Number of cards", value: cardCount(order.num_cards) },
        { label: "Rate per card", value: rate },
        { label: "Total paid", value: total, how: `${order.num_cards.toLocaleString("en-US")} × ${rate}` },
        { label: "Payment status", value: "Paid" },
        { label: "Paid on", value: formatLongBusinessDate(order.paid_at ?? order.submitted_at) },
      ],
      notes: [
        {
          title: "Send your package to",
          lines: [to.name, to.line1, `${to.city}, ${to.state} ${to.postalCode}`, to.country],
        },
        { title: packingWords.title, lines: [packingWords.text] },
        {
          title: "Put the packing slip in the package, or a note that says",
          lines: [
            `Full name: ${oneLine(facts.full_name ?? "").slice(0, 100) || "(your full name)"}`,
            `Email: ${facts.email}`,
            `Batch ID: ${batchIdOf(facts)}`,
            `Total paid: ${total}`,
          ],
        },
        { title: "What happens next", lines: ["We count your cards when the package arrives.", TURNAROUND] },
        { title: "Return address", lines: returnAddressLines(order.return_address) },
        { title: "Notes", lines: order.notes?.trim() ? cleanLines(order.notes) : [] },
      ],
      button: { label: "Print label", url: urls.label },
      links: [
        { label: "Print packing slip", url: urls.slip },
        { label: "View receipt", url: allowedUrl(order.receipt_url, facts.receiptOrigin) },
        { label: "Track this batch", url: urls.track },
        isGuest
          ? { label: "Create account", url: urls.signUp }
          : { label: "Open your dashboard", url: urls.dashboard },
      ],
      footnote: "Anyone with the tracking link can follow this batch and answer our questions about it.",
    };
  }),
  payment_pending: row(nothing, ({ order, urls }) => {
    refuseIf(order.payment_status !== "pending", `the order is ${order.payment_status}, not pending`);
    return {
      subject: "Your payment is on its way",
      lines: [
        "Your bank is processing the payment. We'll email you when it arrives.",
        "Bank payments can take a few business days. Please don't ship your cards yet.",
      ],
      facts: [{ label: "Total", value: formatCents(toCents(order.grading_fee)) }],
      button: { label: "Check the payment", url: urls.payment },
      reason: "You're getting this because you placed an order with this address.",
    };
  }),
  ship_reminder: row(z.object({ nth: z.literal([1, 2]) }), (facts, { nth }) => {
    const wayHere = wayHereOf(facts.order, facts.now);
    if (!wayHere) throw new Error("the order is not awaited any more");
    refuseIf(wayHere.inbound_shipped_at !== null, "the package is on its way");
    const label = { label: "Print label", url: facts.urls.label };
    const say = { label: "I've shipped it", url: followUrl(facts) };
    return {
      subject: nth === 1 ? "Ready to ship your cards?" : "We're still waiting for your cards",
      lines: [
        "Your batch is paid, and your package isn't here yet. If it's on its way, please let us know.",
        `There's no hurry. Your price stays. ${nth === 1 ? "We'll remind you once more, in a week." : "This is the last reminder."}`,
      ],
      facts: [{ label: "Paid on", value: formatLongBusinessDate(wayHere.paid_at) }],
      ...(say.url ? { button: say, links: [label] } : { button: label }),
    };
  }),
  order_arrived: row(stepSchema, (facts, { facts: { counted, expected: of } = {} }) => {
    refuseUnpaid(facts);
    const { order, now } = facts;
    if (counted !== undefined && of !== undefined) {
      refuseIf(!isInPart(order), `the order is ${order.submission_status}: nothing to say`);
      return {
        subject: "Part of your cards is here",
        lines: [`We counted ${partOf(counted, of)}, and wait for the rest.`, ...next(facts)],
      };
    }
    if (order.arrived_at === null) throw new Error("the package is not here: nothing to say");
    const opening = openingOf(order, now);
    const by = opening && !opening.isLate ? ` by ${formatLongDate(opening.by)}` : "";
    return {
      subject: "Your package is here",
      lines: [
        `It arrived on ${formatLongBusinessDate(order.arrived_at)}. We haven't opened it yet.`,
        order.cancel_requested_at === null
          ? `We'll open it${by}, count your cards, and email you. The 10-15 business days start then.`
          : "We'll answer your request to cancel this batch.",
      ],
    };
  }),
  check_in_receipt: row(
    z.object({ told_before: z.nullable(z.number()), expected: z.number() }),
    (facts, { told_before: toldBefore, expected: paid }) => {
      refuseUnpaid(facts);
      const { order, urls } = facts;
      const { received_count: count, received_at: at, package_condition: condition } = order;
      if (count === null || at === null) throw new Error("the order is not counted");
      const { subject, counted, details } = checkInWords(
        { ...order, num_cards: paid, received_count: count, received_at: at },
        toldBefore,
      );
      const isHurt = condition !== null && condition !== "ok";
      const isWithUs = !hasReached(order, "shipped");
      const differs = cardCount(Math.abs(paid - count));
      return {
        subject,
        isGood: count === paid && !isHurt,
        lines: [
          counted,
          ...(count === paid
            ? []
            : [
                `That is ${differs} ${count < paid ? "fewer" : "more"} than you paid for. If there is something to decide, we'll ask you in another email.`,
              ]),
          ...(isHurt
            ? [
                `${packageCondition(condition)}. We'll get in touch with you${isWithUs ? " before grading" : ""}.`,
              ]
            : next(facts)),
        ],
        facts: details,
        button: { label: "Track this batch", url: urls.track },
        links: [
          { label: "Custody receipt", url: urls.receipt },
          { label: "Open this batch on your dashboard", url: urls.dashboard },
        ],
      };
    },
  ),
  order_sent: row(stepSchema, (facts, { facts: { is_added: isNumberNew } = {} }) => {
    refuseUnpaid(facts);
    const { order } = facts;
    refuseIf(!hasReached(order, "shipped"), `the order is ${order.submission_status}: nothing to say`);
    refuseIf(
      Boolean(isNumberNew) && order.grading_submission_number === null,
      "it has no number: nothing to say",
    );
    const grader = graderOf(facts);
    const here = order.received_count ?? order.num_cards;
    const sent = order.cards_sent ?? here;
    return {
      subject: isNumberNew ? "Your number at the grader" : "Sent to the grader",
      lines: [
        isNumberNew
          ? "The grading company keeps your cards under the number below."
          : "Your cards have left us for the grading company.",
        ...(hasReached(order, "graded") ? next(facts) : ["We'll email you when your grades are in."]),
      ],
      facts: [
        { label: "Cards", value: sent < here ? partOf(sent, here) : cardCount(here) },
        ...fact("Not sent to the grader", sent < here ? cardCount(here - sent) : null),
        ...fact(graderWords.number, grader?.number),
        ...expected(facts),
      ],
      ...buttons(grader?.url ? { label: graderWords.lookUp, url: grader.url } : null, facts),
    };
  }),
  order_graded: row(stepSchema, (facts) => {
    refuseUnpaid(facts);
    const { order } = facts;
    refuseIf(!hasReached(order, "graded"), `the order is ${order.submission_status}: nothing to say`);
    const grader = graderOf(facts);
    return {
      subject: "Your grades are in",
      isGood: true,
      lines: ["The grading company is done with your cards.", ...next(facts)],
      facts: [...fact(graderWords.number, grader?.number), ...expected(facts)],
      ...buttons(grader?.url ? { label: graderWords.lookUp, url: grader.url } : null, facts),
    };
  }),
  order_returned: row(nothing, (facts) => {
    const { order, events } = facts;
    refuseIf(!hasLeft(order.submission_status), `the order is ${order.submission_status}, not sent`);
    const { payment_status: payment, received_count: count, tracking_number: number } = order;
    const parcel = carrierPage(number, order.return_carrier);
    const isPaid = payment === "paid";
    const what =
      count !== null
        ? `Your ${isPaid && !wentHomeUngraded(events) ? "graded " : ""}cards`
        : isPaid
          ? "Your cards"
          : "Your package";
    const standing = payment === "canceled" ? "is canceled" : "was not paid";
    return {
      subject: "On its way back",
      isGood: true,
      lines: [
        `${what} left us on the way back to you.${isPaid ? "" : ` This batch ${standing}.`}`,
        number === null
          ? "This package has no tracking number. If we get one, we'll email you again."
          : "The carrier may need a day until its page knows the number.",
        followUrl(facts)
          ? "When it arrives, please check your cards soon. The page of your batch has a button for each: “Arrived safely”, and “Something is wrong”."
          : "When it arrives, please check your cards soon. If anything is wrong, email us the batch ID.",
      ],
      facts: [
        ...fact("Cards", count === null ? null : cardCount(count)),
        ...fact("Sent to", returnAddressLines(order.return_address).join(", ")),
        ...fact("Carrier", parcel?.carrier),
        { label: "Tracking number", value: number ?? "None" },
      ],
      ...buttons(parcel && { label: `Follow it at ${parcel.carrier}`, url: parcel.url }, facts),
    };
  }),
  order_delivered: row(nothing, (facts) => {
    const { submission_status: status } = facts.order;
    refuseIf(status !== "delivered", `the order is ${status}, not delivered`);
    return {
      subject: "Delivered",
      isGood: true,
      lines: [
        "Your cards were delivered. Please check them soon.",
        followUrl(facts)
          ? "If anything is wrong, report it on the page of your batch."
          : "If anything is wrong, email us the batch ID.",
      ],
    };
  }),
  canceled_arrived: row(nothing, (facts) => {
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
    return {
      subject: "Your package of a canceled batch is here",
      lines: [
        `It arrived on ${formatLongBusinessDate(at)}. This batch is canceled, so we'll send it back to you, ungraded.`,
        lines.length > 0
          ? "If you want it sent elsewhere, email us. We'll email you when it leaves."
          : "Please email us where to send it. We have no address of yours.",
      ],
      notes: [{ title: "Goes back to", lines }],
    };
  }),
  late: row(nothing, (facts) => {
    refuseUnpaid(facts);
    const { order, now } = facts;
    const { promised_to: promisedTo, delay_reason: reason, delayed_until: until } = order;
    refuseIf(order.fulfillment_status === "complete", "the order is complete, not late");
    if (promisedTo === null) throw new Error("nothing is promised of the order");
    const isLate = businessDate(now) > promisedTo;
    const isPutOff = until !== null && until > promisedTo;
    refuseIf(!isLate && !isPutOff, "the order is not late, and not put off");
    const isOverAgain = isPutOff && expectedBy(order, now) === null;
    const day = formatLongDate(isOverAgain ? until : promisedTo);
    return {
      subject: reason && !isOverAgain ? "Why your cards take longer" : "Your cards take longer",
      lines: [
        `We ${isOverAgain ? "expected to send them" : "promised them"} by ${day}, and they ${isLate ? "aren't on their way yet" : "take longer"}. We're sorry.${reason && !isOverAgain ? "" : " We're finding out why, and will email you."}`,
        ...next(facts),
      ],
      facts: [
        { label: "Promised by", value: formatLongDate(promisedTo) },
        ...fact("Why", reason),
        ...fact(isOverAgain ? "Put off to" : "Now expected back by", until && formatLongDate(until)),
      ],
    };
  }),
  no_news: row(nothing, (facts) => {
    const last = facts.events.at(-1);
    return {
      subject: "Nothing new this week",
      lines: [WE_WRITE, ...next(facts)],
      facts: [
        { label: "Status", value: stepStatus(facts.order).badge },
        ...fact("Last update", last && formatLongBusinessDate(last.at)),
        ...expected(facts),
      ],
    };
  }),
  correction: row(z.object({ facts: z.array(z.string()) }), (facts, { facts: corrected }) => {
    const { order } = facts;
    const { received_count: count } = order;
    const has = (column: string) => corrected.includes(column);
    const counted = count === null ? "Not counted yet" : partOf(count, order.num_cards);
    return {
      subject: "A correction",
      lines: ["We told you something wrong about your batch. Sorry about that. This is right:"],
      facts: [
        { label: "Status", value: batchStatus(order).label },
        ...fact("Cards counted", has("received_count") ? counted : null),
        ...fact("Return tracking", has("tracking_number") ? (order.tracking_number ?? "None yet") : null),
        ...fact(
          graderWords.number,
          has("grading_submission_number") ? (order.grading_submission_number ?? "None yet") : null,
        ),
        ...(has("delay_reason") ? expected(facts) : []),
      ],
    };
  }),
  problem_reported: row(z.object({ body: z.string() }), ({ alertEmail, email, urls }, { body }) => ({
    // Somebody always reads the contact address.
    to: mailAddress(alertEmail ?? site.contactEmail, site.name),
    // Staff answer the customer from their own mailbox.
    ...(email ? { replyTo: email } : {}),
    subject: "A customer reported a problem",
    lines: cleanLines(body).filter((line) => line !== ""),
    facts: fact("From", email),
    button: { label: "Open the order", url: urls.staff },
    reason: `You get this email because you work at ${site.name}.`,
  })),
} satisfies Record<string, OrderRow>;

/** Names the emails about a batch. */
export type OrderEmailKind = keyof typeof orderEmails;

/** Returns what an email about a batch says. Throws when it is no longer true or nobody can get it. */
export function orderEmail(kind: OrderEmailKind, facts: OrderFacts, payload: unknown): EmailContent {
  const content = orderEmails[kind](facts, payload);
  return {
    reason: "You get this email because an order was paid with this email address.",
    slab: { batchId: batchIdOf(facts), cards: cardCount(facts.order.num_cards) },
    button: follow(facts),
    ...content,
    to: content.to ?? mailAddress(facts.email, facts.full_name),
  };
}
