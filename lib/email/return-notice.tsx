import { cardCount } from "@/lib/base/words";
import { BatchButtons } from "@/lib/email/batch-buttons";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  type MailOrigins,
  mailAddress,
  oneLine,
  renderMail,
  returnAddressLines,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import { hasLeft } from "@/lib/orders/status";
import { wentHomeUngraded } from "@/lib/orders/timeline";
import { carrierPage } from "@/lib/orders/tracking/carrier";

type ReturnNoticeFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  details: Fact[];
  /** What is to be known about the number. */
  hint: string;
  story: BriefTimeline;
  /** The carrier's page about the parcel; null where we know none. */
  parcel: { carrier: string; url: string } | null;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that tells that the cards are on their way back, with the number of the parcel, or that it has none. It says
 * the number as the order has it now. Throws when the order has not left (any more), or has no usable address: the outbox then
 * records why and tries again.
 */
export async function renderReturnNotice(
  about: ToldOrderForEmail,
  origins: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const facts = factsOf(about, origins, trackUrl);
  return renderMail(facts, <ReturnNotice facts={facts} />);
}

function factsOf(about: ToldOrderForEmail, origins: MailOrigins, trackUrl: string | null): ReturnNoticeFacts {
  const { order, email, full_name } = about;
  if (!hasLeft(order.submission_status)) throw new Error(`the order is ${order.submission_status}, not sent`);
  const batchId = oneLine(displayBatchId(order));
  const { payment_status: payment, received_count: count, tracking_number: number } = order;
  const isPaid = payment === "paid";
  const isGraded = isPaid && !wentHomeUngraded(about.events);
  const parcel = carrierPage(number, order.return_carrier);
  // Of a package that nobody opened nobody knows what is in it.
  const cards = count === null ? null : cardCount(count);
  const what = cards ?? (isPaid ? "Your cards" : "Your package");
  const sentTo = returnAddressLines(order.return_address).join(", ");
  const standing = payment === "canceled" ? "is canceled" : "was not paid";
  const intro = order.return_address?.address_line1
    ? `${what} left for the return address of this batch${isPaid ? "" : `, which ${standing}`}.`
    : `${what} left us on the way back to you.${isPaid ? "" : ` This batch ${standing}.`}`;
  return {
    to: mailAddress(email, full_name),
    subject: `On its way back (${batchId})`,
    title: isGraded ? "Your graded cards are on their way back" : "Your cards are on their way back",
    intro,
    batchId,
    details: [
      ...(cards ? [{ label: "Cards", value: cards }] : []),
      ...(sentTo ? [{ label: "Sent to", value: sentTo }] : []),
      ...(parcel ? [{ label: "Carrier", value: parcel.carrier }] : []),
      { label: "Tracking number", value: number === null ? "None" : oneLine(number) },
    ],
    story: briefTimeline(order, about.events, Date.now()),
    hint:
      number === null
        ? "This parcel left without a tracking number. If we get one, we write to you again."
        : "The carrier may need a day until its page knows the number.",
    parcel,
    followUrl: followUrl(about, origins.appUrl, trackUrl),
  };
}

/** The mail that follows the parcel: where the cards are, and how they can be followed. */
function ReturnNotice({ facts }: { facts: ReturnNoticeFacts }) {
  const { parcel, followUrl } = facts;
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <BatchOpening title={facts.title} intro={facts.intro} batchId={facts.batchId} hasMark />
      <MailPart title="Your parcel">
        <FactTable facts={facts.details} />
        <Paragraph tone="muted">{facts.hint}</Paragraph>
        <BatchButtons
          elsewhere={parcel && { url: parcel.url, label: `Follow it at ${parcel.carrier}` }}
          batchUrl={followUrl}
        />
      </MailPart>
      <BatchStory story={facts.story} />
      <MailPart title="When it arrives">
        <Paragraph>
          Please open it soon and look at your cards.{" "}
          {followUrl
            ? "The page of your batch has a button for each: “Arrived safely”, and “Something is wrong”."
            : "If anything is wrong, write to us and name the batch ID."}
        </Paragraph>
      </MailPart>
    </MailLayout>
  );
}
