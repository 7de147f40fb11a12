import { formatLongDate } from "@/lib/base/time";
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
  type MailOrigins,
  mailAddress,
  mailChoices,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";

type LateNoticeFacts = {
  to: Mail["to"];
  choices?: MailChoices;
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  details: Fact[];
  story: BriefTimeline;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that a batch is not back by the day that was promised: why and until when, as the order has it now, or that we
 * are finding out. Throws when nothing is promised (any more) or the order has no usable address: the outbox then records why
 * and tries again.
 */
export async function renderLateNotice(
  about: ToldOrderForEmail,
  origins: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const facts = factsOf(about, origins, trackUrl);
  return renderMail(facts, <LateNotice facts={facts} />);
}

function factsOf(about: ToldOrderForEmail, origins: MailOrigins, trackUrl: string | null): LateNoticeFacts {
  const { order, email, full_name } = about;
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  if (order.fulfillment_status === "complete") throw new Error("the order is complete, not late");
  const { promised_to: promisedTo, delay_reason: reason, delayed_until: until } = order;
  if (promisedTo === null) throw new Error("nothing is promised of the order");
  const batchId = oneLine(displayBatchId(order));
  return {
    to: mailAddress(email, full_name),
    ...mailChoices(about.mail_token, origins.appUrl),
    subject: `${until ? "Why your cards take longer" : "Your cards take longer"} (${batchId})`,
    title: "Your cards take longer than promised",
    intro: reason
      ? `We promised them by ${formatLongDate(promisedTo)}, and they are not on their way yet. We are sorry.`
      : `We promised them by ${formatLongDate(promisedTo)}, and they are not on their way yet. We are sorry. We are finding out why, and will say why.`,
    batchId,
    details: [
      { label: "Batch ID", value: batchId },
      { label: "Promised by", value: formatLongDate(promisedTo) },
      ...(reason ? [{ label: "Why", value: oneLine(reason) }] : []),
      ...(until ? [{ label: "Now expected back by", value: formatLongDate(until) }] : []),
    ],
    // The day that was promised is over: until when it is without a new one, nobody knows yet.
    story: briefTimeline(until ? order : { ...order, promised_from: null, promised_to: null }, about.events),
    followUrl: followUrl(about, origins.appUrl, trackUrl),
  };
}

/** The mail about a broken promise: by when it was, why, and where to look. */
function LateNotice({ facts }: { facts: LateNoticeFacts }) {
  return (
    <MailLayout
      title={facts.subject}
      preheader={facts.intro}
      reason={orderWords.reason}
      choicesPage={facts.choices?.pageUrl}
    >
      <BatchOpening title={facts.title} intro={facts.intro} batchId={facts.batchId} />
      <MailPart title="What we know">
        <FactTable facts={facts.details} />
        {facts.followUrl ? <ButtonRow href={facts.followUrl}>{orderWords.track.title}</ButtonRow> : null}
      </MailPart>
      <BatchStory story={facts.story} />
    </MailLayout>
  );
}
