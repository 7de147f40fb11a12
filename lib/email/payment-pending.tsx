import { confirmationPath } from "@/lib/base/confirmation-path";
import { formatCents, toCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";

type PaymentPendingFacts = {
  to: Mail["to"];
  subject: string;
  batchId: string;
  cards: string;
  total: string;
  /** The confirmation, which shows how the payment stands; null for an order without a payment page. */
  paymentUrl: string | null;
};

/**
 * Renders the email about a delayed payment that has started. Throws when the payment is decided or the order has no usable
 * address: the outbox then records why.
 */
export async function renderPaymentPending(
  { order, email, full_name }: OrderForEmail,
  appUrl: string,
): Promise<Mail> {
  if (order.payment_status !== "pending")
    throw new Error(`the order is ${order.payment_status}, not pending`);
  const batchId = oneLine(displayBatchId(order));
  const sessionId = order.stripe_session_id;
  const isPayg = order.plan_type === "payg";
  const facts: PaymentPendingFacts = {
    to: mailAddress(email, full_name),
    subject: `Your payment is on its way (${batchId})`,
    batchId,
    cards: cardCount(order.num_cards),
    total: formatCents(toCents(order.grading_fee)),
    paymentUrl: sessionId && `${appUrl}${confirmationPath({ sessionId, batchId, isPayg })}`,
  };
  return renderMail(facts, <PaymentPending facts={facts} />);
}

function PaymentPending({ facts }: { facts: PaymentPendingFacts }) {
  const intro = "Your bank is processing the payment. We'll email you when it arrives.";
  return (
    <MailLayout
      title={facts.subject}
      preheader={intro}
      reason="You're getting this because you placed an order with this address."
    >
      <BatchOpening
        title="Your payment is on its way"
        intro={intro}
        batchId={facts.batchId}
        hint="Mention this if you email us"
      >
        <Paragraph>Bank payments can take a few business days. Please don't ship your cards yet.</Paragraph>
      </BatchOpening>
      <MailPart title="Your batch">
        <FactTable
          facts={[
            { label: "Cards", value: facts.cards },
            { label: "Total", value: facts.total },
          ]}
        />
        {facts.paymentUrl ? <ButtonRow href={facts.paymentUrl}>Check the payment</ButtonRow> : null}
      </MailPart>
    </MailLayout>
  );
}
