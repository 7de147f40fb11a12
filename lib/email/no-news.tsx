import { formatLongDate } from "@/lib/base/time";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { OrderForEmail } from "@/lib/email/outbox/data";
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
import { expectedWords } from "@/lib/orders/promise";
import { submissionStatus } from "@/lib/orders/status";

type NoNewsFacts = {
  to: Mail["to"];
  choices?: MailChoices;
  subject: string;
  batchId: string;
  intro: string;
  details: Fact[];
  followUrl: string | null;
};

/**
 * Renders the mail that nothing is wrong although nothing is new since `lastNewsAt` (ISO): where the batch is, and by when it is
 * expected. Throws when the order is not paid or not here (any more), or has no usable address.
 */
export async function renderNoNews(
  about: OrderForEmail,
  lastNewsAt: string,
  { appUrl, trackUrl }: { appUrl: string; trackUrl: string | null },
): Promise<Mail> {
  const { order, email, full_name } = about;
  const { promised_from: from, promised_to: to, delayed_until: until } = order;
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  if (order.fulfillment_status !== "grading" || !from || !to) throw new Error("the order is not here");
  const batchId = oneLine(displayBatchId(order));
  const facts: NoNewsFacts = {
    to: mailAddress(email, full_name),
    ...mailChoices(about.mail_token, appUrl),
    subject: `No news, and nothing is wrong (${batchId})`,
    batchId,
    intro: "Nothing is wrong. Your cards are where we last wrote they are, and on time.",
    details: [
      { label: "Batch ID", value: batchId },
      { label: "Where your batch is", value: submissionStatus(order.submission_status).label },
      { label: "Last news", value: formatLongDate(lastNewsAt) },
      until
        ? { label: "Now expected back by", value: formatLongDate(until) }
        : { label: "Expected back", value: expectedWords(from, to) },
    ],
    followUrl: followUrl(about, appUrl, trackUrl),
  };
  return renderMail(facts, <NoNews facts={facts} />);
}

/** The mail of a quiet week: where the cards are, and until when. */
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
    </MailLayout>
  );
}
