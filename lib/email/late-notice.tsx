import { paths } from "@/lib/base/paths";
import { formatLongDate } from "@/lib/base/time";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import {
  type Mail,
  type MailOrigins,
  mailAddress,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";

type LateNoticeFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  details: Fact[];
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that a batch is not back by the day that was promised: why and until when, as the order has it now, or that we
 * are finding out. Throws when nothing is promised (any more) or the order has no usable address: the outbox then records why
 * and tries again.
 */
export async function renderLateNotice(
  about: OrderForEmail,
  origins: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const facts = factsOf(about, origins, trackUrl);
  return renderMail(facts, <LateNotice facts={facts} />);
}

function factsOf(
  { order, email, full_name, is_guest }: OrderForEmail,
  origins: MailOrigins,
  trackUrl: string | null,
): LateNoticeFacts {
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  if (order.fulfillment_status === "complete") throw new Error("the order is complete, not late");
  const { promised_to: promisedTo, delay_reason: reason, delayed_until: until } = order;
  if (promisedTo === null) throw new Error("nothing is promised of the order");
  const batchId = oneLine(displayBatchId(order));
  return {
    to: mailAddress(email, full_name),
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
    followUrl: is_guest ? trackUrl : `${origins.appUrl}${paths.batch(batchId)}`,
  };
}

/** The mail about a broken promise: by when it was, why, and where to look. */
function LateNotice({ facts }: { facts: LateNoticeFacts }) {
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <MailPart>
        <MailHeading level={1}>{facts.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {facts.intro}
        </Paragraph>
        <SlabLabel caption="Batch ID" value={facts.batchId} hint="Name it when you write to us" isRepeated />
      </MailPart>
      <MailPart title="What we know">
        <FactTable facts={facts.details} />
        {facts.followUrl ? <ButtonRow href={facts.followUrl}>{orderWords.track.title}</ButtonRow> : null}
      </MailPart>
    </MailLayout>
  );
}
