import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";

type ProblemAnswerFacts = {
  to: Mail["to"];
  subject: string;
  batchId: string;
  /** What staff wrote, a paragraph a line. */
  lines: string[];
  isClosed: boolean;
  /** Where its customer writes again; null for a guest whose link was ended. */
  url: string | null;
};

/**
 * Renders the mail with what staff answered to a customer who said that something is wrong; `is_closed`: with the word that
 * closes it. Throws when the order has no usable address.
 */
export async function renderProblemAnswer(
  { order, email, full_name }: OrderForEmail,
  { body, is_closed: isClosed }: { body: string; is_closed: boolean },
  url: string | null,
): Promise<Mail> {
  const batchId = oneLine(displayBatchId(order));
  const facts: ProblemAnswerFacts = {
    to: mailAddress(email, full_name),
    subject: `${isClosed ? "Settled" : "Our answer"} (${batchId})`,
    batchId,
    lines: body.split("\n").filter((line) => line.trim() !== ""),
    isClosed,
    url,
  };
  return renderMail(facts, <ProblemAnswer facts={facts} />);
}

/** The mail with an answer, and where to write again. */
function ProblemAnswer({ facts }: { facts: ProblemAnswerFacts }) {
  const { lines, isClosed, url } = facts;
  return (
    <MailLayout title={facts.subject} preheader={lines[0] ?? ""} reason={orderWords.reason}>
      <MailPart>
        <MailHeading level={1}>
          {isClosed ? "What was wrong is settled" : "Our answer to what you wrote"}
        </MailHeading>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be the same.
          <Paragraph key={at} size={16}>
            {line}
          </Paragraph>
        ))}
        <SlabLabel caption="Batch ID" value={facts.batchId} hint="Name it when you write to us" />
      </MailPart>
      <MailPart title={isClosed ? "Not settled after all?" : "Is there more?"}>
        <Paragraph tone="muted">
          {isClosed ? "You can open it again within 30 days." : "Please write to us where you wrote before."}
        </Paragraph>
        {url ? (
          <ButtonRow href={url}>Write again</ButtonRow>
        ) : (
          <Paragraph>Please answer this mail.</Paragraph>
        )}
      </MailPart>
    </MailLayout>
  );
}
