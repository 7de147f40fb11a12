import type { ReactNode } from "react";
import { paint } from "@/lib/email/layout/paint";

/** A name and what it is; `strong` for the one that counts. */
export type Fact = { label: string; value: ReactNode; isStrong?: boolean };

const cell = { padding: "9px 0", fontSize: 15, lineHeight: "22px", verticalAlign: "top" } as const;

/** Facts as lines of label and value. */
export function FactTable({ facts }: { facts: Fact[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: "separate" }}>
      <tbody>
        {facts.map(({ label, value, isStrong }, index) => {
          const line = { borderTopWidth: index === 0 ? 0 : 1, borderTopStyle: "solid" } as const;
          return (
            <tr key={label}>
              <th
                scope="row"
                align="left"
                {...paint(["muted", "edge"], {
                  ...cell,
                  ...line,
                  fontWeight: 400,
                  paddingRight: 16,
                  width: "36%",
                })}
              >
                {label}
              </th>
              <td
                align="right"
                {...paint(["ink", "edge"], {
                  ...cell,
                  ...line,
                  fontWeight: isStrong ? 700 : 500,
                  wordBreak: "break-word",
                })}
              >
                {value}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
