import type { ReactNode } from "react";
import { Paragraph } from "@/lib/email/layout/mail-blocks";
import { paint } from "@/lib/email/layout/paint";

const circle = {
  width: 26,
  height: 26,
  borderRadius: 14,
  borderWidth: 1,
  borderStyle: "solid",
  fontSize: 13,
  fontWeight: 600,
  lineHeight: "26px",
  textAlign: "center",
} as const;

/** Shows steps in order, with their numbers in circles; a step that is a plain string is set as a paragraph. */
export function NumberedSteps({ steps }: { steps: ReactNode[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ tableLayout: "fixed" }}
    >
      <tbody>
        {steps.map((step, index) => {
          const gap = index === steps.length - 1 ? 0 : 14;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number of a step is its identity
            <tr key={index} data-step={index + 1}>
              <td data-skip-in-text width={42} valign="top" style={{ width: 42, paddingBottom: gap }}>
                <div {...paint(["sunken", "edge", "ink"], circle)}>{index + 1}</div>
              </td>
              <td valign="top" style={{ padding: `2px 0 ${gap}px`, wordBreak: "break-word" }}>
                {typeof step === "string" ? <Paragraph>{step}</Paragraph> : step}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
