import type { CheckInReceiptFacts } from "@/lib/email/check-in-receipt-facts";
import { CheckMark } from "@/lib/email/layout/check-mark";
import { FactTable } from "@/lib/email/layout/fact-table";
import { MailButton } from "@/lib/email/layout/mail-button";
import { MailHeading } from "@/lib/email/layout/mail-heading";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { MailPart } from "@/lib/email/layout/mail-part";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import { Paper } from "@/lib/email/layout/paper";
import { Paragraph } from "@/lib/email/layout/paragraph";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import { words } from "@/lib/email/order-confirmation-words";

/** The link for who has an account. */
export const OPEN_BATCH = "Open this batch on your dashboard";

const buttonRow = { paddingTop: 12 };

/** The mail that follows the count at the receiving desk: what was counted, what happens next. */
export function CheckInReceipt({ facts }: { facts: CheckInReceiptFacts }) {
  const { counted, troubles, trackUrl, dashboardUrl } = facts;
  return (
    <MailLayout title={facts.subject} preheader={[counted, ...troubles].join(" ")} reason={words.reason}>
      <MailPart>
        {troubles.length > 0 ? null : <CheckMark />}
        <MailHeading level={1}>{facts.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {counted}
        </Paragraph>
        {troubles.length > 0 ? (
          <Paper>
            {troubles.map((trouble) => (
              <Paragraph key={trouble} weight={600}>
                {trouble}
              </Paragraph>
            ))}
          </Paper>
        ) : null}
        <SlabLabel caption="Batch ID" value={facts.batchId} hint="Name it when you write to us" />
      </MailPart>
      <MailPart title="What we counted">
        <FactTable facts={facts.details} />
      </MailPart>
      <MailPart title={words.next.title}>
        <NumberedSteps steps={facts.next.map((step) => <Paragraph key={step}>{step}</Paragraph>)} />
      </MailPart>
      {trackUrl || dashboardUrl ? (
        <MailPart title={words.track.title}>
          {trackUrl ? (
            <>
              <Paragraph>{words.track.line}</Paragraph>
              <div style={buttonRow}>
                <MailButton href={trackUrl}>{words.track.action}</MailButton>
              </div>
            </>
          ) : null}
          {dashboardUrl ? (
            <div style={buttonRow}>
              <MailButton href={dashboardUrl} variant={trackUrl ? "secondary" : "primary"}>
                {OPEN_BATCH}
              </MailButton>
            </div>
          ) : null}
        </MailPart>
      ) : null}
    </MailLayout>
  );
}
