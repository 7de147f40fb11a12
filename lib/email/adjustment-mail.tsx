import { formatCents } from "@/lib/base/money";
import { formatMoment } from "@/lib/base/time";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { adjustmentTitle, amountWords, silenceWords, standingWords } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Adjustment } from "@/lib/orders/schema";

/** Names the mails about a proposal, as the outbox has them. */
export type AdjustmentMailKind = "adjustment_proposed" | "adjustment_decided" | "adjustment_expired";

type AdjustmentMailFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  details: Fact[];
  /** Where its customer decides, or looks; null for a guest whose link was ended. */
  link: { url: string; label: string } | null;
};

/**
 * Renders a mail about a proposal: the question with its deadline, the receipt of the answer or payment, or what follows
 * without one. It says how the proposal stands now. `wasPromised`: its customer had said that the missing cards would be
 * sent. Throws when it was withdrawn, or the order has no usable address.
 */
export async function renderAdjustmentMail(
  kind: AdjustmentMailKind,
  about: OrderForEmail,
  adjustment: Adjustment,
  url: string | null,
  wasPromised = false,
): Promise<Mail> {
  const facts = factsOf(kind, about, adjustment, url, wasPromised);
  return renderMail(facts, <AdjustmentMail facts={facts} />);
}

function factsOf(
  kind: AdjustmentMailKind,
  { order, email, full_name }: OrderForEmail,
  adjustment: Adjustment,
  url: string | null,
  wasPromised: boolean,
): AdjustmentMailFacts {
  if (adjustment.status === "withdrawn") throw new Error("the proposal was withdrawn");
  const batchId = oneLine(displayBatchId(order));
  const isQuestion = kind === "adjustment_proposed";
  const title = isQuestion ? adjustmentTitle(adjustment) : standingWords(adjustment);
  return {
    to: mailAddress(email, full_name),
    subject: `${isQuestion ? "Please decide" : title} (${batchId})`,
    title,
    intro: introOf(kind, adjustment, wasPromised),
    batchId,
    details: [
      { label: amountLabel(adjustment), value: amountWords(adjustment) },
      ...(adjustment.reason ? [{ label: "Why", value: oneLine(adjustment.reason) }] : []),
      ...(isQuestion ? [{ label: "Please decide by", value: formatMoment(adjustment.deadline_at) }] : []),
    ],
    link: url ? { url, label: isQuestion ? "Look and decide" : orderWords.track.title } : null,
  };
}

/** Says whose the amount is: of a charge that was answered otherwise, or not at all, nobody's. */
function amountLabel({ kind, status, paid_cents: paid }: Adjustment): string {
  if (kind === "short") return "To you";
  if (paid !== null) return "Paid";
  return status === "declined" || status === "expired" ? "Not charged" : "To pay";
}

function introOf(kind: AdjustmentMailKind, adjustment: Adjustment, wasPromised: boolean): string {
  if (kind === "adjustment_proposed") {
    return `The cards that are here go on. ${silenceWords(adjustment.kind)}`;
  }
  if (kind === "adjustment_expired") return expiredWords(adjustment, wasPromised);
  switch (adjustment.chosen_option) {
    case "send_rest":
      return `Please send the rest by ${formatMoment(adjustment.deadline_at)} and mark the package "2 of 2". What has not come by then is refunded.`;
    case "refund":
      return refundWords(adjustment);
    case "pay":
      return "Thank you. We have your payment.";
    case "return":
      return "They come back with your batch, ungraded. Nothing is charged.";
    default:
      return "We have your answer, and nothing is charged. We write to you.";
  }
}

/** Says what goes back and when it is seen: of a refund that was decided there is no other mail. What was not paid by card staff give back. */
function refundWords({ amount_cents: cents }: Adjustment): string {
  return `${formatCents(Math.abs(cents))} goes back to where you paid from. A card usually shows it within 5 to 10 business days.`;
}

function expiredWords(adjustment: Adjustment, wasPromised: boolean): string {
  switch (adjustment.kind) {
    case "short":
      return `${wasPromised ? "The cards did not come in time" : "We had no answer"}, so ${refundWords(adjustment)}`;
    case "extra":
      return "We had no answer, so they come back with your batch, ungraded.";
    case "upcharge":
      return "We had no answer, so nothing is charged. We write to you.";
  }
}

/** The mail about a proposal: what it is about, what it costs, and where to decide. */
function AdjustmentMail({ facts }: { facts: AdjustmentMailFacts }) {
  const { link } = facts;
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <BatchOpening title={facts.title} intro={facts.intro} batchId={facts.batchId} />
      <MailPart title="What it is about">
        <FactTable facts={facts.details} />
        {link ? <ButtonRow href={link.url}>{link.label}</ButtonRow> : null}
        {link ? null : <Paragraph>To decide, please answer this mail.</Paragraph>}
      </MailPart>
    </MailLayout>
  );
}
