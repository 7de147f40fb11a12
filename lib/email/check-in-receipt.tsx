import { cardCount } from "@/lib/base/words";
import { checkInTitle, checkInWords } from "@/lib/email/check-in-words";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart, Paper, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  type MailOrigins,
  mailAddress,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { aboutNextWords, type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import type { SubmissionStatus } from "@/lib/orders/order";
import { hasReached, packageCondition } from "@/lib/orders/status";

type CheckInReceiptFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  batchId: string;
  /** "We counted 12 of 12 cards." */
  counted: string;
  /** What is not as it should be; empty when all is well. */
  troubles: string[];
  details: Fact[];
  next: string[];
  story: BriefTimeline;
  /** Who does the next step, and until when; null where something has to be settled first, or there is nothing to add. */
  aboutNext: string | null;
  /** The batch on its owner's dashboard; null for guests. */
  dashboardUrl: string | null;
  /** Null when its owner has ended it. */
  trackUrl: string | null;
  /** The custody receipt, by a signed link. */
  receiptUrl: string;
};

/**
 * Renders the mail that tells what the receiving desk counted. `toldBefore` is the number of cards that a former
 * receipt named, null for the first one; a `trackUrl` of null means that the tracking link was ended; `receiptUrl` is the
 * signed address of the custody receipt. Throws when the
 * order is not paid or counted (any more) or has no usable address: the outbox then records why and tries again.
 */
export async function renderCheckInReceipt(
  about: ToldOrderForEmail,
  toldBefore: number | null,
  origins: MailOrigins,
  { trackUrl, receiptUrl }: Pick<CheckInReceiptFacts, "trackUrl" | "receiptUrl">,
): Promise<Mail> {
  const facts = { ...factsOf(about, toldBefore, origins), trackUrl, receiptUrl };
  return renderMail(facts, <CheckInReceipt facts={facts} />);
}

function factsOf(
  { order, email, full_name, is_guest, events }: ToldOrderForEmail,
  toldBefore: number | null,
  origins: MailOrigins,
): Omit<CheckInReceiptFacts, "trackUrl" | "receiptUrl"> {
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  const { num_cards: paid, received_count: count, received_at: at } = order;
  if (count === null || at === null) throw new Error("the order is not counted");
  const batchId = oneLine(displayBatchId(order));
  const troubles = troublesOf(count, paid, order.package_condition);
  const hasTroubles = troubles.length > 0;
  const story = briefTimeline(order, events, Date.now());
  const isHurt = order.package_condition !== null && order.package_condition !== "ok";
  const isWithUs = !hasReached(order, "shipped");
  return {
    to: mailAddress(email, full_name),
    title: checkInTitle(count !== paid, hasTroubles),
    batchId,
    ...checkInWords({ ...order, received_count: count, received_at: at }, batchId, toldBefore),
    troubles: [...troubles, ...whatFollows(count !== paid, isHurt, isWithUs)],
    next: isWithUs ? nextHere(hasTroubles, isHurt) : nextAway(order.submission_status, story),
    story,
    aboutNext: hasTroubles || story.next === null ? null : aboutNextWords(story.next),
    dashboardUrl: followUrl({ order, is_guest }, origins.appUrl, null),
  };
}

/** What comes next of cards that are still to be sent to the grader. */
function nextHere(hasTroubles: boolean, isHurt: boolean): string[] {
  if (!hasTroubles)
    return ["We prepare your cards for the grading company.", orderWords.turnaround, orderWords.wayBack];
  return [
    isHurt
      ? "We get in touch with you. Your cards stay with us until then."
      : "The cards that are here go on. If there is something to decide, you decide it.",
    isHurt
      ? "After that we prepare them for the grading company."
      : "We prepare them for the grading company.",
    orderWords.wayBack,
  ];
}

/** What comes next where the mail leaves with a later step, which its story has already. */
function nextAway(status: SubmissionStatus, { next }: BriefTimeline): string[] {
  if (next === null) return [];
  const isAway = status === "shipped" || status === "grading";
  return isAway ? [next.what, orderWords.turnaround, orderWords.wayBack] : [next.what];
}

/** A difference that nobody has settled yet is asked about in a mail of its own, with a date and what can be chosen. */
function whatFollows(countDiffers: boolean, isHurt: boolean, isWithUs: boolean): string[] {
  return [
    ...(countDiffers ? ["If there is something to decide about that, we ask you in a mail of its own."] : []),
    ...(isHurt ? [`We will get in touch with you${isWithUs ? " before grading" : ""}.`] : []),
  ];
}

function troublesOf(count: number, paid: number, condition: string | null): string[] {
  const troubles: string[] = [];
  if (count < paid) troubles.push(`That is ${cardCount(paid - count)} fewer than you paid for.`);
  if (count > paid) troubles.push(`That is ${cardCount(count - paid)} more than you paid for.`);
  if (condition && condition !== "ok") troubles.push(`${packageCondition(condition)}.`);
  return troubles;
}

/** The mail that follows the count at the receiving desk: what was counted, what happens next. */
function CheckInReceipt({ facts }: { facts: CheckInReceiptFacts }) {
  const { counted, troubles } = facts;
  return (
    <MailLayout title={facts.subject} preheader={[counted, ...troubles].join(" ")} reason={orderWords.reason}>
      <BatchOpening
        title={facts.title}
        intro={counted}
        batchId={facts.batchId}
        hasMark={troubles.length === 0}
      >
        {troubles.length > 0 ? (
          <Paper>
            {troubles.map((trouble) => (
              <Paragraph key={trouble} weight={600}>
                {trouble}
              </Paragraph>
            ))}
          </Paper>
        ) : null}
      </BatchOpening>
      <MailPart title="What we counted">
        <FactTable facts={facts.details} />
        <ButtonRow href={facts.receiptUrl} variant="secondary">
          Custody receipt
        </ButtonRow>
      </MailPart>
      <BatchStory story={facts.story} hasNext={false} />
      {facts.next.length > 0 ? (
        <MailPart title={orderWords.next}>
          <NumberedSteps steps={facts.next} />
          {facts.aboutNext ? <Paragraph tone="muted">{facts.aboutNext}</Paragraph> : null}
        </MailPart>
      ) : null}
      <Tracking facts={facts} />
    </MailLayout>
  );
}

function Tracking({ facts: { trackUrl, dashboardUrl } }: { facts: CheckInReceiptFacts }) {
  if (!trackUrl && !dashboardUrl) return null;
  return (
    <MailPart title={orderWords.track.title}>
      {trackUrl ? (
        <>
          <Paragraph>{orderWords.track.line}</Paragraph>
          <ButtonRow href={trackUrl}>{orderWords.track.title}</ButtonRow>
        </>
      ) : null}
      {dashboardUrl ? (
        <ButtonRow href={dashboardUrl} variant={trackUrl ? "secondary" : "primary"}>
          Open this batch on your dashboard
        </ButtonRow>
      ) : null}
    </MailPart>
  );
}
