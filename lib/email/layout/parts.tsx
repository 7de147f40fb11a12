import { Fragment, type ReactNode } from "react";
import { Button, Heading, Section, Text } from "react-email";
import { counted } from "@/lib/base/messages";
import { site } from "@/lib/base/site";
import { paint } from "@/lib/email/layout/paint";

export function MailPart({ children }: { children: ReactNode }) {
  return (
    <Section style={{ borderCollapse: "separate", padding: "28px 36px" }} tdClassName="x-gutter">
      {children}
    </Section>
  );
}

export function MailHeading({ children }: { children: string }) {
  const { className, style } = paint(["ink"], {
    margin: "0 0 8px",
    fontSize: 30,
    lineHeight: "36px",
    letterSpacing: "-0.02em",
    fontWeight: 600,
  });
  return (
    <Heading as="h1" className={`${className} x-h1`} style={style}>
      {children}
    </Heading>
  );
}

/** Keeps batch IDs on one line, for readers who copy them by hand. */
function withWholeBatchIds(text: ReactNode): ReactNode {
  if (typeof text !== "string") return text;
  return text.split(/(BATCH-[0-9A-Z-]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} style={{ whiteSpace: "nowrap" }}>
        {part}
      </span>
    ),
  );
}

type ParagraphProps = { children: ReactNode; tone?: "ink" | "muted"; size?: number; weight?: number };

export function Paragraph({ children, tone = "ink", size = 15, weight = 400 }: ParagraphProps) {
  const lineHeight = `${Math.round(size * 1.55)}px`;
  return (
    <Text {...paint([tone], { margin: "0 0 6px", fontSize: size, lineHeight, fontWeight: weight })}>
      {withWholeBatchIds(children)}
    </Text>
  );
}

/** Frames lines of text such as an address or a code. */
export function PaperLines({ lines, size = 15 }: { lines: readonly string[]; size?: number }) {
  return (
    <Section
      {...paint(["sunken", "edge", "ink"], {
        margin: "8px 0 4px",
        padding: "12px 16px",
        borderWidth: 1,
        borderStyle: "solid",
        borderRadius: 8,
        borderCollapse: "separate",
        fontSize: size,
        lineHeight: 1.6,
        wordBreak: "break-word",
      })}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity, and are written once
        <Fragment key={index}>
          {index > 0 ? <br /> : null}
          {line}
        </Fragment>
      ))}
    </Section>
  );
}

/** A link styled as a button, in Outlook too. The plain text reads "Label: address". */
export function MailButton({ href, children }: { href: string; children: string }) {
  const look = paint(["accent", "accentEdge", "onAccent"], {
    padding: "12px 20px",
    borderRadius: 8,
    borderWidth: 1,
    borderStyle: "solid",
    fontSize: 15,
    fontWeight: 600,
  });
  return (
    <div style={{ padding: "12px 0" }}>
      <Button href={href} {...look}>
        {children}
      </Button>
    </div>
  );
}

export function LinkRow({ links }: { links: { label: string; url: string }[] }) {
  return (
    <div style={{ paddingTop: 12 }}>
      {links.map(({ label, url }) => (
        <div key={label} style={{ display: "inline-block", marginRight: 20, lineHeight: "28px" }}>
          <a href={url} {...paint(["link"], { fontSize: 15 })}>
            {label}
          </a>
        </div>
      ))}
    </div>
  );
}

export type Fact = { label: string; value: string };

const cell = { padding: "9px 0", fontSize: 15, lineHeight: "22px", verticalAlign: "top" } as const;

/** A carrier's number, which may be a digit too long for a line on a phone. */
const LONG_NUMBER = /^[A-Z0-9]{16,40}$/i;

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

/** Shows facts as lines that plain-text.ts reads as "Label: value". Labels must differ. */
export function FactTable({ facts }: { facts: Fact[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: "separate" }}>
      <tbody>
        {facts.map(({ label, value }, index) => {
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
                  whiteSpace: "nowrap",
                })}
              >
                {label}
              </th>
              <td
                align="right"
                {...paint(["ink", "edge"], { ...line, fontWeight: 500, wordBreak: "break-word" })}
              >
                {LONG_NUMBER.test(value) ? <LongNumber text={value} /> : value}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,Liberation Mono,monospace";
const upper = { fontSize: 12, lineHeight: "16px", fontWeight: 600, textTransform: "uppercase" } as const;
const band = { ...upper, letterSpacing: "0.03em", padding: "5px 14px" } as const;

export type Slab = {
  title: string;
  code: string;
  cards: number;
  corner?: string | undefined;
};

export function SlabLabel({ title, code, cards, corner }: Slab) {
  return (
    <Section
      data-slab={[title, counted(cards, "card"), corner].filter(Boolean).join(" · ")}
      data-code={code}
      {...paint(["accentEdge", "accent"], {
        marginBottom: 24,
        borderWidth: 2,
        borderStyle: "solid",
        borderRadius: 10,
        borderCollapse: "separate",
      })}
    >
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td translate="no" {...paint(["onAccent"], band)}>
              {site.name}
            </td>
            <td align="right" {...paint(["onAccent"], band)}>
              {corner}
            </td>
          </tr>
        </tbody>
      </table>
      <table
        role="presentation"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        border={0}
        {...paint(["sheet"], { tableLayout: "fixed", borderRadius: "0 0 8px 8px" })}
      >
        <tbody>
          <tr>
            <td style={{ padding: "12px 14px" }}>
              <div
                {...paint(["ink"], {
                  fontSize: 18,
                  lineHeight: "24px",
                  fontWeight: 700,
                  wordBreak: "break-word",
                })}
              >
                {title}
              </div>
              <div
                translate="no"
                {...paint(["muted"], {
                  fontFamily: MONO,
                  fontSize: 13,
                  lineHeight: "20px",
                  wordBreak: "break-word",
                })}
              >
                {code.slice(0, -4)}
                <span {...paint(["ink"], { fontWeight: 700 })}>{code.slice(-4)}</span>
              </div>
            </td>
            <td
              width={88}
              align="center"
              {...paint(["ink", "edge"], {
                borderWidth: "0 0 0 1px",
                borderStyle: "solid",
                padding: "8px 4px",
              })}
            >
              <div style={{ fontSize: 28, lineHeight: "32px", fontWeight: 700 }}>
                {cards.toLocaleString("en-US")}
              </div>
              <div {...paint(["muted"], { ...upper, letterSpacing: "0.06em" })}>
                {cards === 1 ? "card" : "cards"}
              </div>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
