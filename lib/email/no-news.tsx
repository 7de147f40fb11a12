import { formatLongBusinessDate } from "@/lib/base/business-date";
import { BatchButtons } from "@/lib/email/batch-buttons";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { MailPart } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  mailAddress,
  mailChoices,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { nextStep } from "@/lib/orders/brief-timeline";
import { expectedFact } from "@/lib/orders/promise";
import { stepStatus } from "@/lib/orders/status";

/** Renders the weekly email of a batch without news: its status, its last event, and what comes next and when. */
export async function renderNoNews(
  about: ToldOrderForEmail,
  { appUrl, trackUrl }: { appUrl: string; trackUrl: string | null },
): Promise<Mail> {
  const { order, events, email, full_name } = about;
  const now = Date.now();
  const batchId = oneLine(displayBatchId(order));
  const next = nextStep(order, now);
  const expected = expectedFact(order, now);
  const lastNews = events.at(-1);
  const facts: Fact[] = [
    { label: "Status", value: stepStatus(order).label },
    ...(lastNews ? [{ label: "Last update", value: formatLongBusinessDate(lastNews.at) }] : []),
    ...(next ? [{ label: "Next", value: next.what }] : []),
    ...(expected ? [expected] : []),
  ];
  const mail = {
    to: mailAddress(email, full_name),
    subject: `Nothing new this week (${batchId})`,
    ...mailChoices(about.mail_token, appUrl),
  };
  return renderMail(
    mail,
    <MailLayout
      title={mail.subject}
      preheader="Here is where your batch is."
      reason={orderWords.reason}
      choicesPage={mail.choices?.pageUrl}
    >
      <BatchOpening
        title="Nothing new this week"
        intro="We'll email you as soon as there is news."
        batchId={batchId}
      />
      <MailPart title="Your batch">
        <FactTable facts={facts} />
        <BatchButtons elsewhere={null} batchUrl={followUrl(about, appUrl, trackUrl)} />
      </MailPart>
    </MailLayout>,
  );
}
