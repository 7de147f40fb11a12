import { businessDate } from "@/lib/base/business-date";
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
  type MailOrigins,
  mailAddress,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import { expectedBy } from "@/lib/orders/promise";

type LateNoticeFacts = {
  to: Mail["to"];
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
 * Renders the mail that a batch is not back by the day that was promised, or will not be: why and until when, as the order has it
 * now, or that we are finding out; also when the day to which it was put off is over. Throws when nothing is promised (any more), it
 * is neither late nor put off, or the order has no usable address: the outbox then records why and tries again.
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
  const now = Date.now();
  const isOverAgain = until !== null && until > promisedTo && expectedBy(order, now) === null;
  const isLate = businessDate(now) > promisedTo;
  if (!isLate && (until === null || until <= promisedTo))
    throw new Error("the order is not late, and not put off");
  const [said, day] = isOverAgain ? ["wrote that you get them", until] : ["promised them", promisedTo];
  const sorry = `We ${said} by ${formatLongDate(day)}, and they ${isLate ? "are not on their way yet" : "take longer"}. We are sorry.`;
  return {
    to: mailAddress(email, full_name),
    subject: `${until && !isOverAgain ? "Why your cards take longer" : "Your cards take longer"} (${batchId})`,
    title: isOverAgain ? "Your cards take longer than we wrote" : "Your cards take longer than promised",
    intro: reason && !isOverAgain ? sorry : `${sorry} We are finding out why, and will say why.`,
    batchId,
    details: [
      { label: "Promised by", value: formatLongDate(promisedTo) },
      ...(reason ? [{ label: "Why", value: oneLine(reason) }] : []),
      ...(until
        ? [{ label: isOverAgain ? "Put off to" : "Now expected back by", value: formatLongDate(until) }]
        : []),
    ],
    story: briefTimeline(order, about.events, now),
    followUrl: followUrl(about, origins.appUrl, trackUrl),
  };
}

/** The mail about a promise that is broken, or will be: by when it was, why, and where to look. */
function LateNotice({ facts }: { facts: LateNoticeFacts }) {
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <BatchOpening title={facts.title} intro={facts.intro} batchId={facts.batchId} />
      <MailPart title="What we know">
        <FactTable facts={facts.details} />
        {facts.followUrl ? <ButtonRow href={facts.followUrl}>{orderWords.track.title}</ButtonRow> : null}
      </MailPart>
      <BatchStory story={facts.story} />
    </MailLayout>
  );
}
