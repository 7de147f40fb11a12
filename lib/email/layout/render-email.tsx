import type { ReactElement } from "react";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import {
  type Fact,
  FactTable,
  LinkRow,
  MailButton,
  MailHeading,
  MailPart,
  PaperLines,
  Paragraph,
  type Slab,
  SlabLabel,
} from "@/lib/email/layout/parts";
import { plainText } from "@/lib/email/layout/plain-text";
import { type Mail, type MailChoices, oneLine } from "@/lib/email/outbox/mail-message";

/** A button or link. Without an address it isn't shown. */
export type EmailLink = { label: string; url: string | null };

export type EmailContent = {
  to: Mail["to"];
  replyTo?: string;
  /** The headline, and the subject. */
  subject: string;
  /** Ends the subject in parentheses: which batch, for someone with several. */
  about?: string | null;
  /** Paragraphs. The inbox shows the first one beside the subject. */
  lines: string[];
  slab?: Slab;
  facts?: Fact[];
  /** What to do now; none in an email that only informs. */
  button?: EmailLink | null;
  /** Small print to the button, or what to do if something isn't right. */
  footnote?: string;
  /** Framed text: an address. Without lines it isn't shown. */
  notes?: { title: string; lines: string[] }[];
  links?: EmailLink[];
  reason: string;
};

/** Renders an email. `choices`: where its recipient turns off optional emails. The plain text is read off the HTML. */
export async function renderEmail(content: EmailContent, choices?: MailChoices): Promise<Mail> {
  const { to, about, replyTo } = content;
  const subject = about ? `${content.subject} (${about})` : content.subject;
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
  const shown = links.flatMap(({ label, url }) => (url ? [{ label, url }] : []));
  return (
    <MailLayout
      title={subject}
      preheader={oneLine(lines[0] ?? "")}
      hasBrand={!slab}
      reason={content.reason}
      choicesPage={choicesPage}
    >
      <MailPart>
        {slab ? <SlabLabel {...slab} title={oneLine(slab.title)} /> : null}
        <MailHeading>{oneLine(subject)}</MailHeading>
        {lines.map(oneLine).map((line) => (
          <Paragraph key={line} size={16}>
            {line}
          </Paragraph>
        ))}
        {facts.length > 0 ? (
          <div style={{ paddingTop: 12 }}>
            <FactTable facts={facts.map((fact) => ({ ...fact, value: oneLine(fact.value) }))} />
          </div>
        ) : null}
        {button?.url ? <MailButton href={button.url}>{button.label}</MailButton> : null}
        {footnote ? (
          <div style={{ paddingTop: 4 }}>
            <Paragraph tone="muted" size={14}>
              {footnote}
            </Paragraph>
          </div>
        ) : null}
        {notes.map(({ title, lines: text }) =>
          text.length > 0 ? (
            <div key={title} style={{ paddingTop: 16 }}>
              <Paragraph weight={600}>{title}</Paragraph>
              <PaperLines lines={text} />
            </div>
          ) : null,
        )}
        {shown.length > 0 ? <LinkRow links={shown} /> : null}
      </MailPart>
    </MailLayout>
  );
}
