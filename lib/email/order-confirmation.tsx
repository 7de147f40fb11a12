import { CheckMark } from "@/lib/email/layout/check-mark";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { Lines } from "@/lib/email/layout/lines";
import { MailButton } from "@/lib/email/layout/mail-button";
import { MailHeading } from "@/lib/email/layout/mail-heading";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { MailPart } from "@/lib/email/layout/mail-part";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import { paint } from "@/lib/email/layout/paint";
import { Paper } from "@/lib/email/layout/paper";
import { Paragraph } from "@/lib/email/layout/paragraph";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderConfirmationFacts } from "@/lib/email/order-confirmation-facts";
import { noteInside } from "@/lib/email/order-confirmation-text";
import { words } from "@/lib/email/order-confirmation-words";

const buttonRow = { paddingTop: 12 };

type Part = { facts: OrderConfirmationFacts };

/** The mail that follows a payment: what was paid, where to send the cards, what happens next. */
export function OrderConfirmation({ facts }: Part) {
  const invitation = facts.isGuest ? words.guest : words.account;
  return (
    <MailLayout
      title={facts.subject}
      preheader={`${facts.cards}, ${facts.total} paid. ${words.intro}`}
      reason={words.reason}
    >
      <MailPart>
        <CheckMark />
        <MailHeading level={1}>{words.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {words.intro}
        </Paragraph>
        <SlabLabel caption="Batch ID" aside={facts.cards} value={facts.batchId} hint={words.idHint} />
      </MailPart>
      <OrderDetails facts={facts} />
      <Shipping facts={facts} />
      <MailPart title={words.next.title}>
        <NumberedSteps steps={words.next.steps.map((step) => <Paragraph key={step}>{step}</Paragraph>)} />
        {facts.returnAddress.length > 0 ? (
          <div style={{ paddingTop: 14 }}>
            <Paragraph tone="muted">{words.next.returnAddress}</Paragraph>
            <Paper>
              <Lines of={facts.returnAddress} />
            </Paper>
          </div>
        ) : null}
      </MailPart>
      {facts.links.trackUrl ? (
        <MailPart title={words.track.title}>
          <Paragraph>{words.track.line}</Paragraph>
          <div style={buttonRow}>
            <MailButton href={facts.links.trackUrl}>{words.track.action}</MailButton>
          </div>
        </MailPart>
      ) : null}
      <MailPart title={invitation.title}>
        <Paragraph>{invitation.line}</Paragraph>
        <div style={buttonRow}>
          <MailButton href={facts.accountUrl} variant={facts.links.trackUrl ? "secondary" : "primary"}>
            {invitation.action}
          </MailButton>
        </div>
      </MailPart>
    </MailLayout>
  );
}

function OrderDetails({ facts }: Part) {
  return (
    <MailPart title="Order details">
      <FactTable facts={details(facts)} />
      {facts.notes.length > 0 ? (
        <div style={{ paddingTop: 14 }}>
          <Paragraph tone="muted">Notes</Paragraph>
          <Paper>
            <Lines of={facts.notes} />
          </Paper>
        </div>
      ) : null}
      {facts.receiptUrl ? (
        <div style={{ paddingTop: 18 }}>
          <MailButton href={facts.receiptUrl} variant="secondary">
            View receipt
          </MailButton>
        </div>
      ) : null}
    </MailPart>
  );
}

const badge = {
  display: "inline-block",
  padding: "1px 10px",
  borderRadius: 99,
  fontSize: 13,
  fontWeight: 600,
};

function details(facts: OrderConfirmationFacts): Fact[] {
  return [
    { label: "Batch ID", value: facts.batchId },
    { label: "Order type", value: facts.orderType },
    { label: "Number of cards", value: facts.cards },
    { label: "Rate per card", value: facts.rate },
    { label: "Total paid", value: facts.total, how: facts.sum },
    { label: "Payment status", value: <span {...paint(["good", "goodSoft"], badge)}>Paid</span> },
    { label: "Paid on", value: facts.paidOn },
  ];
}

function Shipping({ facts }: Part) {
  const { shipping, receivingAddress } = words;
  const { labelUrl, slipUrl, printDays } = facts.links;
  return (
    <MailPart title={shipping.title}>
      <NumberedSteps
        steps={[
          <div key="address">
            <Paragraph weight={600}>{shipping.address}</Paragraph>
            <Paper>
              <Lines of={receivingAddress} />
            </Paper>
          </div>,
          <div key="label">
            <Paragraph weight={600}>{shipping.label}</Paragraph>
            <Paragraph tone="muted">{shipping.labelWhy}</Paragraph>
            <div style={buttonRow}>
              <MailButton href={labelUrl}>{shipping.labelAction}</MailButton>
            </div>
          </div>,
          <div key="note">
            <Paragraph weight={600}>{shipping.note}</Paragraph>
            <Paper>
              <Lines of={noteInside(facts).map(({ label, value }) => `${label}: ${value}`)} />
            </Paper>
            <Paragraph tone="muted">{shipping.noteWhy}</Paragraph>
            <div style={buttonRow}>
              <MailButton href={slipUrl} variant="secondary">
                {shipping.slipAction}
              </MailButton>
            </div>
            <div style={buttonRow}>
              <Paragraph tone="muted" size={13}>
                {shipping.printDays(printDays)}
              </Paragraph>
            </div>
          </div>,
        ]}
      />
    </MailPart>
  );
}
