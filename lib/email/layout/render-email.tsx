import type { ReactElement } from "react";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import {
  ButtonRow,
  CheckMark,
  type Fact,
  FactTable,
  MailHeading,
  MailPart,
  PaperLines,
  Paragraph,
  SlabLabel,
} from "@/lib/email/layout/parts";
import { plainText } from "@/lib/email/layout/plain-text";
import { type Mail, type MailChoices, oneLine } from "@/lib/email/outbox/mail-message";

/** A button. Without an address it isn't shown. */
export type EmailLink = { label: string; url: string | null };

/** What an email says. One layout renders it to HTML and plain text; the headline is the subject. */
export type EmailContent = {
  to: Mail["to"];
  /** Who gets a reply, if not our support. */
  replyTo?: string;
  subject: string;
  /** Paragraphs. The inbox shows the first one beside the subject. */
  lines: string[];
  /** The batch that the email is about, set like the label of a graded slab. Its ID ends the subject. */
  slab?: { batchId: string; cards: string };
  /** Everything is well: the email starts with a check mark. */
  isGood?: boolean;
  facts?: Fact[];
  /** Framed text: an address, a note to copy. Without lines it isn't shown. */
  notes?: { title: string; lines: string[] }[];
  button?: EmailLink | null;
  links?: EmailLink[];
  /** What to do if something isn't right, below the buttons. */
  footnote?: string;
  /** Why this person gets this email. */
  reason: string;
};

/** Renders an email. `choices`: where its recipient turns off optional emails. The plain text is read off the HTML. */
export async function renderEmail(content: EmailContent, choices?: MailChoices): Promise<Mail> {
  const { to, slab, replyTo } = content;
  const subject = slab ? `${content.subject} (${slab.batchId})` : content.subject;
  const html = await renderHtml(<Email content={content} choicesPage={choices?.pageUrl} />);
  return {
    to,
    subject,
    html,
    text: plainText(html),
    ...(replyTo ? { replyTo } : {}),
    ...(choices ? { choices } : {}),
  };
}

/** Renders a component as a whole HTML document, without anything that only a browser's React would read. */
export async function renderHtml(content: ReactElement): Promise<string> {
  // Loaded on demand: Next refuses a plain import of the renderer in code that pages may reach.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(content)}`;
}

function Email({ content, choicesPage }: { content: EmailContent; choicesPage: string | undefined }) {
  const { subject, lines, slab, facts = [], notes = [], button, links = [], footnote } = content;
  return (
    <MailLayout
      title={subject}
      preheader={oneLine(lines[0] ?? "")}
      reason={content.reason}
      choicesPage={choicesPage}
    >
      <MailPart>
        {content.isGood ? <CheckMark /> : null}
        <MailHeading level={1}>{oneLine(subject)}</MailHeading>
        {lines.map(oneLine).map((line) => (
          <Paragraph key={line} size={16}>
            {line}
          </Paragraph>
        ))}
        {slab ? (
          <SlabLabel
            caption="Batch ID"
            aside={slab.cards}
            value={slab.batchId}
            hint="Mention it when you email us"
          />
        ) : null}
        {facts.length > 0 ? (
          <div style={{ paddingTop: 12 }}>
            <FactTable facts={facts.map((fact) => ({ ...fact, value: oneLine(fact.value) }))} />
          </div>
        ) : null}
        {button?.url ? <ButtonRow href={button.url}>{button.label}</ButtonRow> : null}
        {links.map(({ label, url }) =>
          url ? (
            <ButtonRow key={label} href={url} variant={button?.url ? "secondary" : "primary"}>
              {label}
            </ButtonRow>
          ) : null,
        )}
        {footnote ? (
          <div style={{ paddingTop: 14 }}>
            <Paragraph tone="muted" size={13}>
              {footnote}
            </Paragraph>
          </div>
        ) : null}
      </MailPart>
      {notes.map(({ title, lines: text }) =>
        text.length > 0 ? (
          <MailPart key={title} title={title}>
            <PaperLines lines={text} />
          </MailPart>
        ) : null,
      )}
    </MailLayout>
  );
}
