import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
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
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import { batchStatus } from "@/lib/orders/status";

type CancelDeclinedFacts = {
  to: Mail["to"];
  subject: string;
  batchId: string;
  /** Where the batch is. */
  where: string;
  /** Why, in the words of staff; null: they gave none. */
  words: string | null;
  story: BriefTimeline;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that a batch goes on although its customer asked to cancel it. Throws when the order is canceled after all or has
 * no usable address: the outbox then records why.
 */
export async function renderCancelDeclined(
  about: ToldOrderForEmail,
  words: string | null,
  origins: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const { order, email, full_name } = about;
  if (order.payment_status === "canceled") throw new Error("the order is canceled");
  const batchId = oneLine(displayBatchId(order));
  const facts: CancelDeclinedFacts = {
    to: mailAddress(email, full_name),
    subject: `Your batch goes on (${batchId})`,
    batchId,
    where: batchStatus(order).label,
    words,
    story: briefTimeline(order, about.events, Date.now()),
    followUrl: followUrl(about, origins.appUrl, trackUrl),
  };
  return renderMail(facts, <CancelDeclined facts={facts} />);
}

/** The mail that answers a request to cancel: the batch goes on, and why. */
function CancelDeclined({ facts }: { facts: CancelDeclinedFacts }) {
  const intro = "You asked to cancel this batch. We did not cancel it, and nothing was refunded.";
  return (
    <MailLayout title={facts.subject} preheader={intro} reason={orderWords.reason}>
      <BatchOpening title="Your batch goes on" intro={intro} batchId={facts.batchId}>
        {facts.words ? <Paragraph>{facts.words}</Paragraph> : null}
        <Paragraph tone="muted">If you do not agree, write to us.</Paragraph>
      </BatchOpening>
      <MailPart title="How it is">
        <FactTable facts={[{ label: "Where your batch is", value: facts.where }]} />
        {facts.followUrl ? <ButtonRow href={facts.followUrl}>Follow this batch</ButtonRow> : null}
      </MailPart>
      <BatchStory story={facts.story} />
    </MailLayout>
  );
}
