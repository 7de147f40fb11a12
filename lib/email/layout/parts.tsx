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

/** A fact as label and value. A sum may say how it came about ("12 × $22.00"), and is then set in bold. */
export type Fact = { label: string; value: string; how?: string };

const cell = { padding: "9px 0", fontSize: 15, lineHeight: "22px", verticalAlign: "top" } as const;

/** A carrier's number: on a telephone it may be a digit longer than its line. */
const LONG_NUMBER = /^[A-Z0-9]{16,40}$/i;

/** A batch ID, or as short a word with hyphens, at which it is not to break. */
const ONE_LINE = /^(?=.{1,20}$)\w+-[\w-]+$/;

/** The letters of a label that leaves such a word its room on a telephone. */
const SHORT_LABEL = 16;

const isOneLine = ({ value }: Fact) => ONE_LINE.test(value);

/** Shows a number that breaks in its middle where it does not fit. */
function LongNumber({ text }: { text: string }) {
  const middle = Math.ceil(text.length / 2);
  const style = { whiteSpace: "nowrap" } as const;
  return (
    <>
      <span style={style}>{text.slice(0, middle)}</span>
      <wbr />
      <span style={style}>{text.slice(middle)}</span>
    </>
  );
}

/** Shows facts as lines of label and value; plain-text.ts reads them as "Label: value (how)". Labels must differ. */
export function FactTable({ facts }: { facts: Fact[] }) {
  const hasOneLine = facts.some(isOneLine);
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: "separate" }}>
      <tbody>
        {facts.map((fact, index) => {
          const { label, value, how } = fact;
          const line = { ...cell, borderWidth: 0, borderTopWidth: index === 0 ? 0 : 1, borderStyle: "solid" };
          return (
            <tr key={label}>
              <th
                scope="row"
                align="left"
                {...paint(["muted", "edge"], {
                  ...line,
                  fontWeight: 400,
                  paddingRight: 16,
                  whiteSpace: hasOneLine && label.length > SHORT_LABEL ? "normal" : "nowrap",
                })}
              >
                {label}
              </th>
              <td
                align="right"
                {...paint(["ink", "edge"], {
                  ...line,
                  fontWeight: how ? 700 : 500,
                  wordBreak: "break-word",
                  whiteSpace: isOneLine(fact) ? "nowrap" : "normal",
                })}
              >
                {LONG_NUMBER.test(value) ? <LongNumber text={value} /> : value}
                {how ? (
                  <div {...paint(["muted"], { fontSize: 13, lineHeight: "20px", fontWeight: 400 })}>
                    {how}
                  </div>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,Liberation Mono,monospace";
const smallText = { fontSize: 13, lineHeight: "18px" } as const;
const band = { ...smallText, fontWeight: 600, padding: "7px 16px" } as const;

type SlabLabelProps = {
  caption: string;
  aside?: string | undefined;
  value: string;
  hint: string;
};

/** Shows the one thing to copy from a mail (a batch ID, a code), set like the label of a graded slab. */
export function SlabLabel({ caption, aside, value, hint }: SlabLabelProps) {
  const id = paint(["ink"], {
    margin: 0,
    fontFamily: MONO,
    fontSize: 28,
    lineHeight: "36px",
    fontWeight: 700,
    wordBreak: "break-word",
  });
  return (
    <Section
      data-slab={`${caption}: ${value}`}
      data-hint={hint}
      {...paint(["accentEdge", "accent"], {
        marginTop: 20,
        borderWidth: 2,
        borderStyle: "solid",
        borderRadius: 10,
        borderCollapse: "separate",
      })}
    >
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td {...paint(["onAccent"], band)}>{caption}</td>
            <td align="right" {...paint(["onAccent"], band)}>
              {aside}
            </td>
          </tr>
          <tr>
            <td
              colSpan={2}
              align="center"
              {...paint(["sheet"], { padding: "20px 12px 18px", borderRadius: "0 0 8px 8px" })}
            >
              <p className={`${id.className} x-id`} style={id.style}>
                {value}
              </p>
              <p {...paint(["muted"], { ...smallText, margin: "4px 0 0" })}>{hint}</p>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
