import { formatLongBusinessDate } from "@/lib/base/business-date";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  type MailChoices,
  mailAddress,
  mailChoices,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import type { CheckedOrder } from "@/lib/orders/order";
import { expectedBy, expectedFact } from "@/lib/orders/promise";
import { submissionStatus } from "@/lib/orders/status";

type NoNewsFacts = {
  to: Mail["to"];
  choices?: MailChoices;
  subject: string;
  batchId: string;
  intro: string;
  details: Fact[];
  story: BriefTimeline;
  followUrl: string | null;
};

/**
 * Renders the mail that nothing is wrong although nothing is new since `lastNewsAt` (ISO): where the batch is, and by when it is
 * expected. Throws when the order is not paid or not here (any more), or has no usable address.
 */
export async function renderNoNews(
  about: ToldOrderForEmail,
  lastNewsAt: string,
  { appUrl, trackUrl }: { appUrl: string; trackUrl: string | null },
): Promise<Mail> {
  const { order, email, full_name } = about;
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  const now = Date.now();
  const expected = expectedFact(order, now);
  if (order.fulfillment_status !== "grading" || !expected) throw new Error("the order is not here");
  const batchId = oneLine(displayBatchId(order));
  const facts: NoNewsFacts = {
    to: mailAddress(email, full_name),
    ...mailChoices(about.mail_token, appUrl),
    ...quietWords(order, batchId, expectedBy(order, now) !== null),
    batchId,
    details: [
      { label: "Batch ID", value: batchId },
      { label: "Where your batch is", value: submissionStatus(order.submission_status).label },
      { label: "Last news", value: formatLongBusinessDate(lastNewsAt) },
      expected,
    ],
    story: briefTimeline(order, about.events, now),
    followUrl: followUrl(about, appUrl, trackUrl),
  };
  return renderMail(facts, <NoNews facts={facts} />);
}

/** That nothing is wrong is said of a batch of which nothing else was told: neither a delay nor how its package came. */
function quietWords(
  order: CheckedOrder,
  batchId: string,
  isInTime: boolean,
): { subject: string; intro: string } {
  const where = "Your cards are where we last wrote they are";
  const told = [
    ...(order.delay_reason === null ? [] : ["why they take longer"]),
    ...(order.package_condition === null || order.package_condition === "ok"
      ? []
      : ["how your package came to us"]),
  ];
  const subject = `No news this week (${batchId})`;
  // It may leave later than it was written.
  if (!isInTime) return { subject, intro: `${where}. They are late, and we are sorry.` };
  if (told.length > 0)
    return { subject, intro: `${where}. What we said about ${told.join(" and ")} still holds.` };
  return {
    subject: `No news, and nothing is wrong (${batchId})`,
    intro: `Nothing is wrong. ${where}, and on time.`,
  };
}

/** The mail of a quiet week: where the cards are, what happened last, and until when. */
function NoNews({ facts }: { facts: NoNewsFacts }) {
  return (
    <MailLayout
      title={facts.subject}
      preheader={facts.intro}
      reason={orderWords.reason}
      choicesPage={facts.choices?.pageUrl}
    >
      <BatchOpening title="Nothing new this week" intro={facts.intro} batchId={facts.batchId} />
      <MailPart title="Your batch">
        <FactTable facts={facts.details} />
        {facts.followUrl ? <ButtonRow href={facts.followUrl}>{orderWords.track.title}</ButtonRow> : null}
      </MailPart>
      <BatchStory story={facts.story} />
    </MailLayout>
  );
}
