import type { ReactNode } from "react";
import { paint } from "@/lib/email/layout/paint";

/** Holds a fact as label and value. A sum may say how it came about ("12 × $22.00"), and is then set in bold. */
export type Fact = { label: string; value: ReactNode; how?: string };

const cell = { padding: "9px 0", fontSize: 15, lineHeight: "22px", verticalAlign: "top" } as const;

/** A carrier's number: on a telephone it may be a digit longer than its line. */
const LONG_NUMBER = /^[A-Z0-9]{16,40}$/i;

/** A batch ID, or as short a word with hyphens, at which it is not to break. */
const ONE_LINE = /^(?=.{1,20}$)\w+-[\w-]+$/;

/** The letters of a label that leaves such a word its room on a telephone. */
const SHORT_LABEL = 16;

const isOneLine = ({ value }: Fact) => typeof value === "string" && ONE_LINE.test(value);

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
                {typeof value === "string" && LONG_NUMBER.test(value) ? <LongNumber text={value} /> : value}
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
