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
import { canceledCards, isCanceled } from "@/lib/orders/cancellation";
import { adjustmentKindSchema } from "@/lib/orders/schema";

/** Reads what a refund is of, where it is not of the order's own payment: the proposal's sums, in cents. */
export const refundedProposalSchema = z.object({
  kind: adjustmentKindSchema,
  refunded_cents: z.number(),
  paid_cents: z.number(),
});
type RefundedProposal = z.infer<typeof refundedProposalSchema>;

const ADDRESS = "the return address of this batch";

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
    intro: `${amount} is on its way back to the card or account that paid. Banks usually show it within 5 to 10 business days.`,
    details: [
      { label: "Refunded now", value: amount },
      {
        label: "Refunded in all",
        value: `${formatCents(refundedCents)} of ${formatCents(paidCents)}`,
      },
      ...(of ? [{ label: "Paid for", value: adjustmentName(of.kind) }] : []),
    ],
    cards: isCanceled(order)
      ? `The order is canceled. ${cardsWords(order)}`
      : "Your order goes on as before.",
    dashboardUrl: followUrl({ order, is_guest }, origins.appUrl, null),
  };
}

/** Says of a canceled order what becomes of its cards, which follows from where they are. */
function cardsWords(order: OrderForEmail["order"]): string {
  const { received_count: received, submission_status: status } = order;
  switch (canceledCards(order)) {
    case "not_sent":
      return "Please do not ship these cards. A package that reaches us all the same goes back to you, ungraded.";
    case "on_its_way":
      return "If your package reaches us all the same, it goes back to you, ungraded.";
    case "here":
      if (!received) return `Your package is with us: we send it back to ${ADDRESS}.`;
      return received === 1
        ? `1 card of it is with us: we send it back to ${ADDRESS}.`
        : `${cardCount(received)} of it are with us: we send them back to ${ADDRESS}.`;
    case "with_grader":
      return `Your cards went to the grading company: once they are back from it, we send them to ${ADDRESS}.`;
    case "gone":
      return status === "delivered"
        ? "Your cards were delivered to you already."
        : `Your cards have left for ${ADDRESS} already.`;
  }
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
