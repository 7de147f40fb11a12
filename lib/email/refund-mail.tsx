import * as z from "zod/mini";
import { formatCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
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
import { adjustmentName } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import { adjustmentKindSchema } from "@/lib/orders/schema";

/** Reads what a refund is of, where it is not of the order's own payment: the proposal's sums, in cents. */
export const refundedProposalSchema = z.object({
  kind: adjustmentKindSchema,
  refunded_cents: z.number(),
  paid_cents: z.number(),
});
type RefundedProposal = z.infer<typeof refundedProposalSchema>;

type RefundMailFacts = {
  to: Mail["to"];
  subject: string;
  batchId: string;
  /** What went back, and when it is seen. */
  intro: string;
  details: Fact[];
  /** What becomes of the cards. */
  cards: string;
  /** The batch on its owner's dashboard; null for guests. */
  dashboardUrl: string | null;
};

/**
 * Renders the mail that tells of money that went back: `cents` this time. What it says of the cards follows the order as
 * it is now; money of a proposal (`of`) changes nothing about it. Throws when the order has no usable address: the outbox then records why and tries again.
 */
export async function renderRefundMail(
  about: OrderForEmail,
  cents: number,
  origins: MailOrigins,
  of?: RefundedProposal,
): Promise<Mail> {
  const facts = factsOf(about, cents, origins, of);
  return renderMail(facts, <RefundMail facts={facts} />);
}

function factsOf(
  { order, email, full_name, is_guest }: OrderForEmail,
  cents: number,
  origins: MailOrigins,
  of?: RefundedProposal,
): RefundMailFacts {
  const batchId = oneLine(displayBatchId(order));
  const amount = formatCents(cents);
  const paidCents = of?.paid_cents ?? Math.round((order.total_paid ?? 0) * 100);
  const refundedCents = of?.refunded_cents ?? order.refunded_cents;
  return {
    to: mailAddress(email, full_name),
    subject: `Refunded: ${amount} (${batchId})`,
    batchId,
    intro: `${amount} are on their way back to the card or account that paid. Banks usually show it within 5 to 10 business days.`,
    details: [
      { label: "Refunded now", value: amount },
      {
        label: "Refunded in all",
        value: `${formatCents(refundedCents)} of ${formatCents(paidCents)}`,
      },
      ...(of ? [{ label: "Paid for", value: adjustmentName(of.kind) }] : []),
    ],
    cards: cardsOf(!of && refundedCents >= paidCents, order.received_count),
    dashboardUrl: followUrl({ order, is_guest }, origins.appUrl, null),
  };
}

function cardsOf(isAll: boolean, received: number | null): string {
  if (!isAll) return "Your order goes on as before.";
  if (received === null) {
    return "The order is canceled: please do not send these cards. If they are on their way or with us already, we send them back to you.";
  }
  return `The order is canceled. ${cardCount(received)} of it ${received === 1 ? "is" : "are"} with us: we send ${received === 1 ? "it" : "them"} back to the return address of this batch.`;
}

/** The mail that follows a refund: how much, and what becomes of the cards. */
function RefundMail({ facts }: { facts: RefundMailFacts }) {
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <BatchOpening title="Your refund is on its way" intro={facts.intro} batchId={facts.batchId} />
      <MailPart title="Your money">
        <FactTable facts={facts.details} />
      </MailPart>
      <MailPart title="Your cards">
        <Paragraph>{facts.cards}</Paragraph>
        {facts.dashboardUrl ? (
          <ButtonRow href={facts.dashboardUrl}>Open this batch on your dashboard</ButtonRow>
        ) : null}
      </MailPart>
    </MailLayout>
  );
}
