import { Fragment, type ReactNode } from "react";
import { Button, Heading, Section, Text } from "react-email";
import { paint } from "@/lib/email/layout/paint";

/** Sets one part of a mail. One with a title has it as a heading, and a line above that parts it from the former. */
export function MailPart({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Section
      {...paint(["edge"], {
        borderTopWidth: title ? 1 : 0,
        borderTopStyle: "solid",
        borderCollapse: "separate",
        padding: "28px 36px",
      })}
      tdClassName="x-gutter"
    >
      {title ? <MailHeading level={2}>{title}</MailHeading> : null}
      {children}
    </Section>
  );
}

type MailHeadingProps = { level: 1 | 2; children: string };

/** Sets the heading of a mail (level 1) or of one of its parts (2). */
export function MailHeading({ level, children }: MailHeadingProps) {
  const look =
    level === 1
      ? { margin: "0 0 8px", fontSize: 30, lineHeight: "36px", letterSpacing: "-0.02em" }
      : { margin: "0 0 14px", fontSize: 18, lineHeight: "24px", letterSpacing: "-0.01em" };
  const { className, style } = paint(["ink"], { ...look, fontWeight: 600 });
  return (
    <Heading as={`h${level}`} className={level === 1 ? `${className} x-h1` : className} style={style}>
      {children}
    </Heading>
  );
}

type ParagraphProps = { children: ReactNode; tone?: "ink" | "muted"; size?: number; weight?: number };

/** Sets running text; `size` is in pixels. */
export function Paragraph({ children, tone = "ink", size = 15, weight = 400 }: ParagraphProps) {
  const lineHeight = `${Math.round(size * 1.55)}px`;
  return (
    <Text {...paint([tone], { margin: "0 0 6px", fontSize: size, lineHeight, fontWeight: weight })}>
      {children}
    </Text>
  );
}

/** Frames a piece of text within a part: a note to copy, what the customer wrote. */
export function Paper({ children }: { children: ReactNode }) {
  return (
    <Section
      {...paint(["sunken", "edge", "ink"], {
        margin: "8px 0 4px",
        padding: "12px 16px",
        borderWidth: 1,
        borderStyle: "solid",
        borderRadius: 8,
        borderCollapse: "separate",
        fontSize: 15,
        lineHeight: "24px",
        wordBreak: "break-word",
      })}
    >
      {children}
    </Section>
  );
}

/** Frames lines of text, one below the other in every mail program. */
export function PaperLines({ lines }: { lines: readonly string[] }) {
  return (
    <Paper>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity, and are written once
        <Fragment key={index}>
          {index > 0 ? <br /> : null}
          {line}
        </Fragment>
      ))}
    </Paper>
  );
}

/** Shows a tick in a circle, as a letter, since mail programs block pictures. The plain text leaves it out. */
export function CheckMark() {
  return (
    <div
      aria-hidden="true"
      data-skip-in-text
      {...paint(["good", "goodSoft"], {
        width: 40,
        height: 40,
        marginBottom: 16,
        borderRadius: 20,
        fontSize: 20,
        fontWeight: 700,
        lineHeight: "40px",
        textAlign: "center",
      })}
    >
      {"\u2713"}
    </div>
  );
}

type MailButtonProps = { href: string; children: string; variant?: "primary" | "secondary" };

/** Shows a link that looks like a button, in Outlook too. The plain text reads "Label: address". */
export function MailButton({ href, children, variant = "primary" }: MailButtonProps) {
  const look =
    variant === "primary" ? paint(["accent", "accentEdge", "onAccent"]) : paint(["sheet", "edge", "ink"]);
  return (
    <Button
      href={href}
      className={look.className}
      style={{
        padding: "12px 20px",
        borderRadius: 8,
        borderWidth: 1,
        borderStyle: "solid",
        fontSize: 15,
        fontWeight: 600,
        ...look.style,
      }}
    >
      {children}
    </Button>
  );
}

/** Shows a button on a line of its own. */
export function ButtonRow(button: MailButtonProps) {
  return (
    <div style={{ paddingTop: 12 }}>
      <MailButton {...button} />
    </div>
  );
}
