import * as z from "zod/mini";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import { exceptionReasonSchema } from "@/lib/orders/order";
import { reasonWords } from "@/lib/orders/words";

/** Reads what the outbox holds of money that fits no order; `about` is a payment page, payment or subscription. */
export const paymentAlertSchema = z.object({
  reason: exceptionReasonSchema,
  order_id: z.nullable(z.string()),
  batch_id: z.nullable(z.string()),
  about: z.string(),
});
type PaymentAlert = z.infer<typeof paymentAlertSchema>;

/** Renders the mail that tells staff of money that fits no order. It names no customer. Throws without an address. */
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
  return (
    <MailLayout
      title={subject}
      preheader={words}
      reason={`You get this mail because ${site.name} tells this address of money that fits no order.`}
    >
      <MailPart>
        <MailHeading level={1}>Money that fits no order</MailHeading>
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
        <ButtonRow href={`${appUrl}${staffPaths.reconcile}`}>Open the reconciliation</ButtonRow>
      </MailPart>
    </MailLayout>
  );
}
