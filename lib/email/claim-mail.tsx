import { cardCount } from "@/lib/base/words";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { CLAIM_LINK_DAYS } from "@/lib/orders/claims/claim-offer";
import { maskEmail } from "@/lib/orders/confirmation/confirmation";

type ClaimMail = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  about: OrderForEmail;
  button: { label: string; url: string };
  note: string;
};

const batchOf = ({ order }: OrderForEmail) => oneLine(displayBatchId(order));

/** The address that paid, the account's address, and where the button leads. */
type ClaimFacts = { to: string; account: string; url: string };

/** Renders the email that adds a guest's batch to the account that is logged in where the batch was paid for. */
export async function renderClaimLinkMail(
  about: OrderForEmail,
  { to, account, url }: ClaimFacts,
): Promise<Mail> {
  return renderClaimMail({
    to: mailAddress(to, null),
    subject: `Add ${batchOf(about)} to your account`,
    title: "Add this batch to your account",
    intro: `Someone logged in as ${maskEmail(account)} with the browser that paid for this batch. If that's you, log in to that account and add the batch.`,
    about,
    button: { label: "Add batch", url },
    note: `The link works once, for ${CLAIM_LINK_DAYS} days. If this wasn't you, ignore this email. Nothing has changed.`,
  });
}

/** Renders the notice to the address that paid: the batch is now in this account, and how to take it out again. */
export async function renderBatchClaimedMail(
  about: OrderForEmail,
  { to, account, url }: ClaimFacts,
): Promise<Mail> {
  return renderClaimMail({
    to: mailAddress(to, null),
    subject: `${batchOf(about)} was added to an account`,
    title: "Your batch was added to an account",
    intro: `It's now in the account of ${oneLine(account)}. We'll send emails about this batch there.`,
    about,
    button: { label: "Remove it from that account", url },
    note: `If you added it yourself, you're all set. If you didn't, remove it within ${CLAIM_LINK_DAYS} days. No password needed.`,
  });
}

/** Renders the email that follows: the batch is no longer in an account, and has a new tracking link. */
export async function renderUnclaimedMail(about: OrderForEmail, url: string): Promise<Mail> {
  return renderClaimMail({
    to: mailAddress(about.email, about.full_name),
    subject: `${batchOf(about)} was removed from that account`,
    title: "Your batch was removed from that account",
    intro: "We'll email you about it again. The account can no longer see or change it.",
    about,
    button: { label: "Track your batch", url },
    note: "This tracking link is new. Links in our earlier emails no longer work.",
  });
}

async function renderClaimMail({ to, subject, title, intro, about, button, note }: ClaimMail): Promise<Mail> {
  return renderMail(
    { to, subject },
    <MailLayout title={subject} preheader={intro} reason={orderWords.reason}>
      <MailPart>
        <MailHeading level={1}>{title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {intro}
        </Paragraph>
        <SlabLabel
          caption="Batch ID"
          aside={cardCount(about.order.num_cards)}
          value={batchOf(about)}
          hint="Mention it when you email us"
        />
        <ButtonRow href={button.url}>{button.label}</ButtonRow>
        <Paragraph tone="muted">{note}</Paragraph>
      </MailPart>
    </MailLayout>,
  );
}
