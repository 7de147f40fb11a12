import { cardCount } from "@/lib/base/words";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import { followUrl, type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import type { StepLinks } from "@/lib/email/step-mail";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import { expectedFact } from "@/lib/orders/promise";
import { batchStatus, hasLeft, hasReached } from "@/lib/orders/status";
import { type CarrierPage, carrierPage, trackingLine } from "@/lib/orders/tracking/carrier";
import { type GraderLine, graderLine, graderWords } from "@/lib/orders/tracking/grader-line";

const NUMBER = "grading_submission_number";

type CorrectionFacts = {
  to: Mail["to"];
  subject: string;
  batchId: string;
  /** What was wrong. */
  wrong: string[];
  /** How it is. */
  now: Fact[];
  /** The page of who has the cards, where a wrong one was named; null where there is none. */
  elsewhere: { url: string; label: string } | null;
  story: BriefTimeline;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that takes back what a customer was told by mistake; `facts`: names of the order's columns that were
 * taken back; the order's `num_cards`: how many cards its count is held against. It says how the order is now, whatever became of
 * its payment. Throws when it has no usable address.
 */
export async function renderCorrectionMail(
  about: ToldOrderForEmail,
  facts: string[],
  { appUrl, trackUrl, patternOf }: StepLinks,
): Promise<Mail> {
  const { order, email, full_name } = about;
  const grader = facts.includes(NUMBER) ? graderLine(order, patternOf) : null;
  const parcel = facts.includes("tracking_number") ? parcelOf(order) : null;
  const batchId = oneLine(displayBatchId(order));
  const content: CorrectionFacts = {
    to: mailAddress(email, full_name),
    subject: `A correction (${batchId})`,
    batchId,
    wrong: wrongOf(order, facts),
    now: nowOf(order, facts, parcel, grader),
    elsewhere: elsewhereOf(parcel, grader),
    story: briefTimeline(order, about.events, Date.now()),
    followUrl: followUrl(about, appUrl, trackUrl),
  };
  return renderMail(content, <CorrectionMail facts={content} />);
}

function wrongOf(order: ToldOrderForEmail["order"], facts: string[]): string[] {
  const { payment_status: payment, submission_status: status, arrived_at: arrivedAt } = order;
  const wrong: string[] = [];
  const isArrivalWrong = facts.includes("arrived_at") && arrivedAt === null;
  if (isArrivalWrong) {
    wrong.push("We wrote that your package is here. That was noted for your batch by mistake.");
  }
  if (facts.includes("received_count")) wrong.push("A count of cards was entered for your batch by mistake.");
  if (facts.includes("box_counts") && !facts.includes("received_count"))
    wrong.push("A box of your cards was counted for your batch by mistake.");
  if (facts.includes("tracking_number")) {
    wrong.push("A tracking number was entered for your batch by mistake. Please do not follow that parcel.");
  }
  if (facts.includes("cancel_requested_at")) {
    const now = payment === "canceled" ? "It is canceled." : "Your request to cancel it is open again.";
    wrong.push(`We wrote that your batch goes on. ${now}`);
  }
  if (facts.includes(NUMBER) && (hasReached(order, "shipped") || !facts.includes("submission_status"))) {
    wrong.push("A number at the grading company was entered for your batch by mistake.");
  }
  if (facts.includes("delay_reason"))
    wrong.push(
      order.delay_reason === null
        ? "A delay of your batch was entered by mistake."
        : "A wrong date was entered for your batch.",
    );
  if (facts.includes("problem")) wrong.push("We answered what you wrote about your batch by mistake.");
  // Of an arrival or a count, what is said names the step as well.
  const isStepSaid = isArrivalWrong || facts.includes("received_count");
  if (wrong.length === 0 || (facts.includes("submission_status") && !isStepSaid))
    wrong.push("A step of your batch was entered by mistake.");
  // Who was told that they left may have been told of a parcel.
  const isParcelSaid = !order.tracking_number || facts.includes("tracking_number");
  if (!isParcelSaid && facts.includes("submission_status") && !hasLeft(status))
    wrong.push("Your cards have not left for you yet: please do not follow a parcel.");
  return wrong;
}

function nowOf(
  order: ToldOrderForEmail["order"],
  facts: string[],
  parcel: CarrierPage | null,
  grader: GraderLine | null,
): Fact[] {
  const now = [{ label: "Where your batch is", value: batchStatus(order).label }];
  if (facts.includes("received_count")) {
    const { received_count: count, num_cards: paid } = order;
    const value = count === null ? "Not yet" : `${count.toLocaleString("en-US")} of ${cardCount(paid)}`;
    now.push({ label: "Cards counted", value });
  }
  if (facts.includes("tracking_number")) {
    if (parcel) now.push({ label: "Carrier", value: parcel.carrier });
    const value = hasLeft(order.submission_status)
      ? (order.tracking_number ?? "None yet")
      : trackingLine(order).text;
    now.push({ label: "Tracking number", value: oneLine(value) });
  }
  if (facts.includes(NUMBER) && hasReached(order, "shipped")) {
    now.push({ label: graderWords.number, value: oneLine(grader?.number ?? "None yet") });
  }
  const expected = facts.includes("delay_reason") ? expectedFact(order, Date.now()) : null;
  return expected ? [...now, expected] : now;
}

/** The carrier's page about the parcel that has left. */
function parcelOf(order: ToldOrderForEmail["order"]): CarrierPage | null {
  return hasLeft(order.submission_status) ? carrierPage(order.tracking_number, order.return_carrier) : null;
}

function elsewhereOf(parcel: CarrierPage | null, grader: GraderLine | null): CorrectionFacts["elsewhere"] {
  if (parcel) return { url: parcel.url, label: `Follow it at ${parcel.carrier}` };
  return grader?.url ? { url: grader.url, label: graderWords.lookUp } : null;
}

/** The mail that takes back what was told by mistake. */
function CorrectionMail({ facts }: { facts: CorrectionFacts }) {
  return (
    <MailLayout title={facts.subject} preheader={facts.wrong.join(" ")} reason={orderWords.reason}>
      <MailPart>
        <MailHeading level={1}>We told you something wrong</MailHeading>
        {facts.wrong.map((line) => (
          <Paragraph key={line} size={16}>
            {line}
          </Paragraph>
        ))}
        <Paragraph tone="muted">We are sorry. There is nothing that you need to do.</Paragraph>
      </MailPart>
      <MailPart title="How it is">
        <FactTable facts={[{ label: "Batch ID", value: facts.batchId }, ...facts.now]} />
        {facts.elsewhere ? <ButtonRow href={facts.elsewhere.url}>{facts.elsewhere.label}</ButtonRow> : null}
      </MailPart>
      <BatchStory story={facts.story} />
      {facts.followUrl ? (
        <MailPart title={orderWords.track.title}>
          <ButtonRow href={facts.followUrl} variant={facts.elsewhere ? "secondary" : "primary"}>
            Follow this batch
          </ButtonRow>
        </MailPart>
      ) : null}
    </MailLayout>
  );
}
