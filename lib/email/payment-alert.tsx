import * as z from "zod/mini";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import { exceptionReasonSchema, reviewReasonSchema } from "@/lib/orders/order";
import { reasonWords } from "@/lib/orders/words";

/** Reads what the outbox holds of money to look at; `about` is a payment page, payment or subscription. */
export const paymentAlertSchema = z.object({
  reason: z.union([exceptionReasonSchema, reviewReasonSchema, z.literal("dispute_opened")]),
  order_id: z.nullable(z.string()),
  batch_id: z.nullable(z.string()),
  about: z.string(),
});
type PaymentAlert = z.infer<typeof paymentAlertSchema>;

/**
 * Renders the mail that tells staff of money that fits no order, or of an order to look at because of its money. It names no
 * customer. Throws without an address.
 */
export async function renderPaymentAlert(
  alert: PaymentAlert,
  to: string | undefined,
  origins: MailOrigins,
): Promise<Mail> {
  const subject = `To settle: ${reasonWords(alert.reason)}`;
  const address = mailAddress(to ?? null, site.name);
  return renderMail(
    { to: address, subject },
    <PaymentAlertMail alert={alert} subject={subject} appUrl={origins.appUrl} />,
  );
}

function factsOf({ order_id: id, batch_id, about }: PaymentAlert): Fact[] {
  return [
    { label: "Batch", value: id === null ? "None" : displayBatchId({ id, batch_id }) },
    { label: "At the payment service", value: about },
  ];
}

function PaymentAlertMail(props: { alert: PaymentAlert; subject: string; appUrl: string }) {
  const { alert, subject, appUrl } = props;
  const words = `${reasonWords(alert.reason)}.`;
  // What fits no order is settled there; the others are looked at where they are.
  const isException = exceptionReasonSchema.safeParse(alert.reason).success;
  const [label, path] =
    isException || alert.order_id === null
      ? ["Open the reconciliation", staffPaths.reconcile]
      : ["Open the order", staffPaths.order(alert.order_id)];
  return (
    <MailLayout
      title={subject}
      preheader={words}
      reason={`You get this email because ${site.name} tells this address of money to look at.`}
    >
      <MailPart>
        <MailHeading level={1}>
          {isException ? "Money that fits no order" : "An order to look at"}
        </MailHeading>
        <Paragraph tone="muted" size={16}>
          {words}
        </Paragraph>
      </MailPart>
      <MailPart title="What it is about">
        <FactTable facts={factsOf(alert)} />
      </MailPart>
      <MailPart title="What to do now">
        <Paragraph>
          Look at both sides, put it right, and write down what was done. Nobody is told twice.
        </Paragraph>
        <ButtonRow href={`${appUrl}${path}`}>{label}</ButtonRow>
      </MailPart>
    </MailLayout>
  );
}
