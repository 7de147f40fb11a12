import { formatLongBusinessDate } from "@/lib/base/business-date";
import { BatchButtons } from "@/lib/email/batch-buttons";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { BatchStory } from "@/lib/email/layout/batch-story";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  type MailChoices,
  mailAddress,
  mailChoices,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { type SilenceWords, silenceWords } from "@/lib/email/silence-words";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type BriefTimeline, briefTimeline } from "@/lib/orders/brief-timeline";

type NoNewsFacts = Omit<SilenceWords, "details" | "where"> & {
  to: Mail["to"];
  choices?: MailChoices;
  batchId: string;
  details: Fact[];
  story: BriefTimeline;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  followUrl: string | null;
};

/**
 * Renders the mail that nothing is new since `lastNewsAt` (ISO): where the batch is, what comes next and by when, or what its owner
 * can do of a package that a carrier has. Throws when nothing is to be said of the order (any more), or it has no usable address.
 */
export async function renderNoNews(
  about: ToldOrderForEmail,
  lastNewsAt: string,
  { appUrl, trackUrl }: { appUrl: string; trackUrl: string | null },
): Promise<Mail> {
  const { order, email, full_name } = about;
  const now = Date.now();
  const batchUrl = followUrl(about, appUrl, trackUrl);
  const { subject, where, details, ...said } = silenceWords(order, batchUrl !== null, now);
  const batchId = oneLine(displayBatchId(order));
  const facts: NoNewsFacts = {
    to: mailAddress(email, full_name),
    ...mailChoices(about.mail_token, appUrl),
    ...said,
    subject: `${subject} (${batchId})`,
    batchId,
    details: [
      { label: "Where your batch is", value: where },
      { label: "Last news", value: formatLongBusinessDate(lastNewsAt) },
      ...details.map(({ label, value }) => ({ label, value: oneLine(value) })),
    ],
    story: briefTimeline(order, about.events, now),
    followUrl: batchUrl,
  };
  return renderMail(facts, <NoNews facts={facts} />);
}

/** The mail of a quiet week: where the cards are, what happened last, and until when. */
function NoNews({ facts }: { facts: NoNewsFacts }) {
  const { parcel, help } = facts;
  return (
    <MailLayout
      title={facts.subject}
      preheader={facts.intro}
      reason={orderWords.reason}
      choicesPage={facts.choices?.pageUrl}
    >
      <BatchOpening title={facts.title} intro={facts.intro} batchId={facts.batchId} />
      <MailPart title="Your batch">
        <FactTable facts={facts.details} />
        <BatchButtons
          elsewhere={parcel && { url: parcel.url, label: `Follow it at ${parcel.carrier}` }}
          batchUrl={facts.followUrl}
        />
      </MailPart>
      {help ? (
        <MailPart title="What you can do">
          <Paragraph>{help}</Paragraph>
        </MailPart>
      ) : null}
      {/* What is theirs to do is what comes next. */}
      <BatchStory story={facts.story} hasNext={help === null} />
    </MailLayout>
  );
}
