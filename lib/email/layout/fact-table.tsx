import type { ReactNode } from "react";
import { paint } from "@/lib/email/layout/paint";

/** Holds a fact as label and value. A sum may say how it came about ("12 × $22.00"), and is then set in bold. */
export type Fact = { label: string; value: ReactNode; how?: string };

const cell = { padding: "9px 0", fontSize: 15, lineHeight: "22px", verticalAlign: "top" } as const;

/** Shows facts as lines of label and value; plain-text.ts reads them as "Label: value (how)". Labels must differ. */
export function FactTable({ facts }: { facts: Fact[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: "separate" }}>
      <tbody>
        {facts.map(({ label, value, how }, index) => {
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
                {...paint(["ink", "edge"], { ...line, fontWeight: how ? 700 : 500, wordBreak: "break-word" })}
              >
                {value}
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
