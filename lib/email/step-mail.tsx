import type * as z from "zod/mini";
import { formatLongBusinessDate } from "@/lib/base/business-date";
import { formatLongDate } from "@/lib/base/time";
import { cardCount } from "@/lib/base/words";
import { BatchButtons } from "@/lib/email/batch-buttons";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import { followUrl, type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import type { stepFactsSchema } from "@/lib/email/schema";
import { orderWords } from "@/lib/email/words";
import { askedUntil } from "@/lib/orders/address-question";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline, nextStep } from "@/lib/orders/brief-timeline";
import { openingOf } from "@/lib/orders/opening";
import { expectedFact } from "@/lib/orders/promise";
import { hasReached, isInPart } from "@/lib/orders/status";
import { graderLine, graderWords, type PatternOf } from "@/lib/orders/tracking/grader-line";

/** Names a step of a batch that its owner hears of: its package is here, its cards left for the grader, its grades are in. */
export type StepMailKind = "order_arrived" | "order_sent" | "order_graded";

/** Where a mail about a step, or its correction, leads: to the batch, and to the grader's own page about the submission. */
export type StepLinks = { appUrl: string; trackUrl: string | null; patternOf: PatternOf };

/** How many cards of a batch are counted while the rest of its boxes is awaited, of how many. */
type PartCount = { counted: number; expected: number };

/** What a step's mail is about: a part of the package, the number alone; null: the whole batch. */
type StepPart = PartCount | "number" | null;

type StepWords = {
  /** Says of the order whether it is still so. */
  isTrue: (order: ToldOrderForEmail["order"]) => boolean;
  subject: string;
  title: string;
  intro: (order: ToldOrderForEmail["order"]) => string;
  next: (order: ToldOrderForEmail["order"], now: number) => string;
};

const words: Record<StepMailKind, StepWords> = {
  order_arrived: {
    isTrue: ({ arrived_at: at }) => at !== null,
    subject: "Your package is here",
    title: "Your package is here",
    intro: ({ arrived_at: at }) =>
      `It came on ${formatLongBusinessDate(at ?? "")}. We have not opened it yet.`,
    next: (order, now) => {
      if (order.cancel_requested_at !== null) return "We answer your request to cancel this batch.";
      const opening = openingOf(order, now);
      const by = opening && !opening.isLate ? ` by ${formatLongDate(opening.by)}` : "";
      return `We open it${by}, count your cards, and write to you. The 10-15 business days start with that.`;
    },
  },
  order_sent: {
    isTrue: (order) => hasReached(order, "shipped"),
    subject: "Sent to the grader",
    title: "Your cards are on their way to the grader",
    intro: () => "They have left us for the grading company.",
    next: () => "We write to you when your grades are in.",
  },
  order_graded: {
    isTrue: (order) => hasReached(order, "graded"),
    subject: "Your grades are in",
    title: "Your grades are in",
    intro: () => "The grading company is done with your cards.",
    next: (order, now) => {
      const asked = askedUntil(order, now);
      return asked === null
        ? orderWords.wayBack
        : `Please tell us on the page of your batch which address counts, by ${formatLongBusinessDate(asked)}: that of your profile is another one than that of this batch. Without an answer they travel to the address of this batch.`;
    },
  },
};

/** The same of a package of which some boxes are counted, and others are awaited. */
const partWords = {
  isTrue: isInPart,
  subject: "A part of your cards is here",
  title: "A part of your cards is here",
  next: (order: ToldOrderForEmail["order"], now: number) =>
    `${nextStep(order, now)?.what ?? ""} The 10-15 business days start with the check-in.`,
};

/** The same where the grading company's number came after the cards had left. */
const numberWords = {
  subject: "Your number at the grader",
  title: "Your cards have a number at the grader",
  intro: "The grading company keeps your cards under the number below.",
};

type StepMailFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  next: string;
  batchId: string;
  details: Fact[];
  /** The grading company's page about the submission; null where none is known. */
  lookupUrl: string | null;
  followUrl: string | null;
  story: BriefTimeline;
};

/** Reads what a mail about a step is about, where that is not the whole batch. */
export function stepPart(facts: z.infer<typeof stepFactsSchema>): StepPart {
  const { is_added: isAdded, counted, expected } = facts;
  if (isAdded) return "number";
  return counted !== undefined && expected !== undefined ? { counted, expected } : null;
}

/**
 * Renders the mail about a step of a batch, as the order has it now; `part`: their number
 * that came after they had left, or how many are counted while the rest is awaited. Throws when the order is not paid or the step is not so (any more), or there is no usable address.
 */
export async function renderStepMail(
  kind: StepMailKind,
  about: ToldOrderForEmail,
  { appUrl, trackUrl, patternOf }: StepLinks,
  part: StepPart = null,
): Promise<Mail> {
  const { order, email, full_name } = about;
  const count = part === "number" ? null : part;
  const { isTrue, intro, ...usual } = count ? { ...words[kind], ...partWords } : words[kind];
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  if (!isTrue(order)) throw new Error(`the order is ${order.submission_status}: nothing to say`);
  const batchId = oneLine(displayBatchId(order));
  const now = Date.now();
  const expected = expectedFact(order, now);
  const isNumber = part === "number";
  if (isNumber && order.grading_submission_number === null)
    throw new Error("it has no number: nothing to say");
  const { next } = isNumber && hasReached(order, "graded") ? words.order_graded : usual;
  const said = isNumber ? numberWords : usual;
  const grader = kind === "order_arrived" ? null : graderLine(order, patternOf);
  const facts: StepMailFacts = {
    to: mailAddress(email, full_name),
    subject: `${said.subject} (${batchId})`,
    title: said.title,
    intro: count
      ? `We have counted ${partOf(count)}, and wait for the rest.`
      : isNumber
        ? numberWords.intro
        : intro(order),
    next: next(order, now),
    batchId,
    details: [
      ...(count
        ? [{ label: "Cards counted so far", value: partOf(count) }]
        : kind === "order_arrived"
          ? [{ label: "Cards paid for", value: cardCount(order.num_cards) }]
          : cardsGone(order)),
      ...(grader ? [{ label: graderWords.number, value: oneLine(grader.number) }] : []),
      ...(expected ? [expected] : []),
    ],
    lookupUrl: grader?.url ?? null,
    followUrl: followUrl(about, appUrl, trackUrl),
    story: briefTimeline(order, about.events, now),
  };
  return renderMail(facts, <StepMail facts={facts} hasMark={kind === "order_graded"} />);
}

function partOf({ counted, expected }: PartCount): string {
  return `${counted.toLocaleString("en-US")} of ${cardCount(expected)}`;
}

/** What came on top and is not paid for stays here: the mail is its owner's proof of what the grader has. */
function cardsGone({ cards_sent: sent, received_count, num_cards }: ToldOrderForEmail["order"]): Fact[] {
  const here = received_count ?? num_cards;
  if (sent === null || sent >= here) return [{ label: "Cards", value: cardCount(here) }];
  return [
    { label: "Cards", value: partOf({ counted: sent, expected: here }) },
    { label: "Not sent to the grader", value: cardCount(here - sent) },
  ];
}

/** The mail about a step: what is so now, what comes next, and where to look. */
function StepMail({ facts, hasMark }: { facts: StepMailFacts; hasMark: boolean }) {
  const { lookupUrl: grader } = facts;
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <BatchOpening title={facts.title} intro={facts.intro} batchId={facts.batchId} hasMark={hasMark} />
      <MailPart title="Your batch">
        <FactTable facts={facts.details} />
        <BatchButtons
          elsewhere={grader === null ? null : { url: grader, label: graderWords.lookUp }}
          batchUrl={facts.followUrl}
        />
      </MailPart>
      <MailPart title={orderWords.next}>
        <Paragraph>{facts.next}</Paragraph>
      </MailPart>
      <BatchStory story={facts.story} hasNext={false} />
    </MailLayout>
  );
}
