import { paths } from "@/lib/base/paths";
import { cardCount } from "@/lib/base/words";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, CheckMark, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
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
import { hasLeft } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";

type ReturnNoticeFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  details: Fact[];
  /** The carrier's page about the parcel; null where we know none. */
  parcel: { carrier: string; url: string } | null;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that tells that the cards are on their way back, with the number of the parcel. It says the number as the
 * order has it now. Throws when the order has not left (any more), has no number, or has no usable address: the outbox then
 * records why and tries again.
 */
export async function renderReturnNotice(
  about: OrderForEmail,
  origins: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const facts = factsOf(about, origins, trackUrl);
  return renderMail(facts, <ReturnNotice facts={facts} />);
}

function factsOf(
  { order, email, full_name, is_guest }: OrderForEmail,
  origins: MailOrigins,
  trackUrl: string | null,
): ReturnNoticeFacts {
  if (!hasLeft(order.submission_status)) throw new Error(`the order is ${order.submission_status}, not sent`);
  if (order.tracking_number === null) throw new Error("the order has no tracking number");
  const batchId = oneLine(displayBatchId(order));
  const isCanceled = order.payment_status === "canceled";
  const parcel = carrierPage(order.tracking_number, order.return_carrier);
  const cards = cardCount(order.received_count ?? order.num_cards);
  return {
    to: mailAddress(email, full_name),
    subject: `On its way back (${batchId})`,
    title: isCanceled ? "Your cards are on their way back" : "Your graded cards are on their way back",
    intro: `${cards} left for the return address of this order${isCanceled ? ", which is canceled" : ""}.`,
    batchId,
    details: [
      { label: "Batch ID", value: batchId },
      { label: "Cards", value: cards },
      ...(parcel ? [{ label: "Carrier", value: parcel.carrier }] : []),
      { label: "Tracking number", value: oneLine(order.tracking_number) },
    ],
    parcel,
    followUrl: is_guest ? trackUrl : `${origins.appUrl}${paths.batch(batchId)}`,
  };
}

/** The mail that follows the parcel: where the cards are, and how they can be followed. */
function ReturnNotice({ facts }: { facts: ReturnNoticeFacts }) {
  const { parcel, followUrl } = facts;
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <MailPart>
        <CheckMark />
        <MailHeading level={1}>{facts.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {facts.intro}
        </Paragraph>
        <SlabLabel caption="Batch ID" value={facts.batchId} hint="Name it when you write to us" isRepeated />
      </MailPart>
      <MailPart title="Your parcel">
        <FactTable facts={facts.details} />
        <Paragraph tone="muted">The carrier may need a day until its page knows the number.</Paragraph>
        {parcel ? <ButtonRow href={parcel.url}>{`Follow it at ${parcel.carrier}`}</ButtonRow> : null}
        {followUrl ? (
          <ButtonRow href={followUrl} variant={parcel ? "secondary" : "primary"}>
            {orderWords.track.title}
          </ButtonRow>
        ) : null}
      </MailPart>
      <MailPart title="When it arrives">
        <Paragraph>
          Please open it soon and look at your cards. If anything is wrong, write to us and name the batch ID.
        </Paragraph>
      </MailPart>
    </MailLayout>
  );
}
