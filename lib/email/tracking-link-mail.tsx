import { site } from "@/lib/base/site";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderForEmail } from "@/lib/email/outbox/data";
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

/** Where the link of a batch leads, or why there is none to give: its time is over, or its owner has ended it. */
export type FoundLink = { url: string } | "over" | "ended";

type TrackingLinkFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  /** Null where there is no link to give. */
  trackUrl: string | null;
  /** The batch on its owner's dashboard, after the log-in; null for guests. */
  dashboardUrl: string | null;
};

/**
 * Renders the mail that somebody gets who has looked for their batch by its ID: the tracking link, or why it opens nothing
 * any more and what to do. Throws when the order has no usable address: the outbox then records why and tries again.
 */
export async function renderTrackingLinkMail(
  about: OrderForEmail,
  link: FoundLink,
  origins: MailOrigins,
): Promise<Mail> {
  const facts = factsOf(about, link, origins);
  return renderMail(facts, <TrackingLinkMail facts={facts} />);
}

function factsOf(
  { order, email, full_name, is_guest }: OrderForEmail,
  link: FoundLink,
  { appUrl }: MailOrigins,
): TrackingLinkFacts {
  const batchId = oneLine(displayBatchId(order));
  const isGiven = typeof link === "object";
  return {
    to: mailAddress(email, full_name),
    subject: `${isGiven ? "Your tracking link" : "Your batch"} (${batchId})`,
    title: isGiven ? "Here is your batch" : "This batch has no tracking link",
    intro: isGiven
      ? "Somebody asked on our site for the link to this batch, with its ID and your email address."
      : withoutLink(link, is_guest),
    batchId,
    trackUrl: isGiven ? link.url : null,
    dashboardUrl: followUrl({ order, is_guest }, appUrl, null),
  };
}

function withoutLink(why: Exclude<FoundLink, object>, isGuest: boolean): string {
  const toDo = isGuest
    ? "Answer this mail, and we tell you where your cards are."
    : "Log in to see the batch on your dashboard, or answer this mail.";
  if (why === "over") return `Tracking links end 180 days after the cards were delivered. ${toDo}`;
  return `The link of this batch was ended, so we cannot send it. ${toDo}`;
}

/** The mail that gives a lost tracking link again. */
function TrackingLinkMail({ facts }: { facts: TrackingLinkFacts }) {
  const { trackUrl, dashboardUrl } = facts;
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <MailPart>
        <MailHeading level={1}>{facts.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {facts.intro}
        </Paragraph>
        <SlabLabel caption="Batch ID" value={facts.batchId} hint="Name it when you write to us" />
        {trackUrl ? (
          <>
            <ButtonRow href={trackUrl}>{orderWords.track.title}</ButtonRow>
            <Paragraph tone="muted">{orderWords.track.line}</Paragraph>
          </>
        ) : null}
        {dashboardUrl ? (
          <ButtonRow href={dashboardUrl} variant={trackUrl ? "secondary" : "primary"}>
            Log in and open it on your dashboard
          </ButtonRow>
        ) : null}
      </MailPart>
      <MailPart title="Was it not you?">
        <Paragraph>
          {`Then somebody else knows this batch ID and your address. They have learned nothing: ${site.name} sends what it finds to you alone, and nothing has changed.`}
        </Paragraph>
      </MailPart>
    </MailLayout>
  );
}
