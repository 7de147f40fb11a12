import { formatLongBusinessDate } from "@/lib/base/business-date";
import { BatchButtons } from "@/lib/email/batch-buttons";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { FactTable } from "@/lib/email/layout/fact-table";
import { MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  type MailOrigins,
  mailAddress,
  oneLine,
  renderMail,
  returnAddressLines,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";
import { hasLeft } from "@/lib/orders/status";

type CanceledArrivalFacts = {
  to: Mail["to"];
  subject: string;
  intro: string;
  batchId: string;
  /** Where it goes back to; null: nobody told us. */
  address: string | null;
  story: BriefTimeline;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that the package of a canceled batch is here and goes back. Throws when the batch is not canceled (any more), the
 * package is not here, or there is no usable address: the outbox then records why.
 */
export async function renderCanceledArrival(
  about: ToldOrderForEmail,
  { appUrl }: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const { order, email, full_name } = about;
  const { payment_status: payment, arrived_at: arrivedAt, return_address: address } = order;
  if (payment !== "canceled") throw new Error(`the order is ${payment}, not canceled`);
  if (arrivedAt === null) throw new Error("the package is not here");
  if (hasLeft(order.submission_status)) throw new Error("the package has left");
  const batchId = oneLine(displayBatchId(order));
  const facts: CanceledArrivalFacts = {
    to: mailAddress(email, full_name),
    subject: `Your package of a canceled batch is here (${batchId})`,
    intro: `It came on ${formatLongBusinessDate(arrivedAt)}. This batch is canceled, so we send it back to you, ungraded.`,
    batchId,
    address: address?.address_line1 ? returnAddressLines(address).join(", ") : null,
    story: briefTimeline(order, about.events, Date.now()),
    followUrl: followUrl(about, appUrl, trackUrl),
  };
  return renderMail(facts, <CanceledArrival facts={facts} />);
}

/** The mail about a package that came although its batch is canceled: where it goes. */
function CanceledArrival({ facts }: { facts: CanceledArrivalFacts }) {
  const { address } = facts;
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={orderWords.reason}>
      <BatchOpening
        title="Your package of a canceled batch is here"
        intro={facts.intro}
        batchId={facts.batchId}
      />
      <MailPart title={orderWords.next}>
        {address ? <FactTable facts={[{ label: "Goes back to", value: address }]} /> : null}
        <Paragraph>
          {address
            ? "If that is not where you want it, write to us. We write to you when it leaves."
            : "Please write to us where it is to go: we have no address of yours."}
        </Paragraph>
        <BatchButtons elsewhere={null} batchUrl={facts.followUrl} />
      </MailPart>
      <BatchStory story={facts.story} hasNext={false} />
    </MailLayout>
  );
}
