import { Fragment, type ReactNode } from "react";
import { FactTable } from "@/lib/email/layout/fact-table";
import { MailButton } from "@/lib/email/layout/mail-button";
import { MailHeading } from "@/lib/email/layout/mail-heading";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { MailPart } from "@/lib/email/layout/mail-part";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import { paint } from "@/lib/email/layout/paint";
import { Paragraph } from "@/lib/email/layout/paragraph";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderConfirmationFacts } from "@/lib/email/order-confirmation-facts";
import { noteInside } from "@/lib/email/order-confirmation-text";
import { words } from "@/lib/email/order-confirmation-words";

/** The mail that follows a payment: what was paid, where to send the cards, what happens next. */
export function OrderConfirmation({ facts }: { facts: OrderConfirmationFacts }) {
  const { shipping, next } = words;
  const invitation = facts.isGuest ? words.guest : words.account;
  return (
    <MailLayout
      title={facts.subject}
      preheader={`${facts.cards}, ${facts.total} paid. ${words.intro} The batch ID goes on the outside of the package.`}
      reason={words.reason}
    >
      <MailPart>
        <MailHeading level={1}>{words.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {words.intro}
        </Paragraph>
        <SlabLabel caption="Batch ID" value={facts.batchId} aside={facts.cards} />
      </MailPart>
      <MailPart title="Order details">
        <FactTable facts={details(facts)} />
        {facts.receiptUrl ? (
          <div style={{ paddingTop: 18 }}>
            <MailButton href={facts.receiptUrl} variant="secondary">
              View receipt
            </MailButton>
          </div>
        ) : null}
      </MailPart>
      <MailPart title={shipping.title}>
        <NumberedSteps
          steps={[
            <Step key="address" title={shipping.address}>
              <Lines of={words.receivingAddress} />
            </Step>,
            <Step key="label" title={shipping.label}>
              <strong {...paint(["ink"], { letterSpacing: "0.02em" })}>{facts.batchId}</strong>
              <br />
              {shipping.labelWhy}
            </Step>,
            <Step key="note" title={shipping.note}>
              <Lines of={noteInside(facts).map(({ label, value }) => `${label}: ${value}`)} />
            </Step>,
          ]}
        />
      </MailPart>
      <MailPart title={next.title}>
        <NumberedSteps steps={next.steps.map((step) => <Paragraph key={step}>{step}</Paragraph>)} />
      </MailPart>
      <MailPart title={facts.isGuest ? "Follow this batch online" : "Follow this batch"}>
        <Paragraph>{invitation.line}</Paragraph>
        <div style={{ paddingTop: 12 }}>
          <MailButton href={facts.accountUrl}>{invitation.action}</MailButton>
        </div>
      </MailPart>
    </MailLayout>
  );
}

function details(facts: OrderConfirmationFacts) {
  const paid = <span {...paint(["good", "goodSoft"], badge)}>Paid</span>;
  return [
    { label: "Batch ID", value: facts.batchId },
    { label: "Order type", value: facts.orderType },
    { label: "Number of cards", value: facts.cards },
    { label: "Rate per card", value: facts.rate },
    { label: "Total paid", value: <Total facts={facts} />, isStrong: true },
    { label: "Payment status", value: paid },
    { label: "Paid on", value: facts.paidOn },
    ...(facts.notes.length > 0 ? [{ label: "Notes", value: <Lines of={facts.notes} /> }] : []),
  ];
}

const badge = {
  display: "inline-block",
  padding: "1px 10px",
  borderRadius: 99,
  fontSize: 13,
  fontWeight: 600,
};

function Total({ facts }: { facts: OrderConfirmationFacts }) {
  return (
    <>
      {facts.total}
      <br />
      <span {...paint(["muted"], { fontSize: 13, fontWeight: 400 })}>{facts.sum}</span>
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Paragraph weight={600}>{title}</Paragraph>
      <Paragraph tone="muted">{children}</Paragraph>
    </>
  );
}

function Lines({ of: lines }: { of: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity, and are written once
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
    </Fragment>
  ));
}
