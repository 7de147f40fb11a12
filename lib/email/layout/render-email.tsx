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

/** A button or link. Hidden without a URL. */
export type EmailLink = { label: string; url: string | null };

export type EmailContent = {
  to: Mail["to"];
  replyTo?: string;
  /** Also the headline. */
  subject: string;
  /** Added to the subject in parentheses, to tell several batches apart. */
  about?: string | null;
  /** Paragraphs. Inboxes preview the first one. */
  lines: string[];
  slab?: Slab;
  facts?: Fact[];
  /** What to do now. Missing in emails that only inform. */
  button?: EmailLink | null;
  /** Small print below the button, or what to do if something is wrong. */
  footnote?: string;
  /** Framed text such as an address. Hidden without lines. */
  notes?: { title: string; lines: string[] }[];
  links?: EmailLink[];
  reason: string;
};

/** Renders an email. `choices`: where the recipient turns off optional emails. The text comes from the HTML. */
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

/** Renders a component as an HTML document, without markup that only React in a browser needs. */
export async function renderHtml(content: ReactElement): Promise<string> {
  // Loaded on demand because Next rejects a static import of the renderer in code that pages may reach.
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
