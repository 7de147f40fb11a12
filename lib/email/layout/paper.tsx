import { Fragment, type ReactNode } from "react";
import { Section } from "react-email";
import { paint } from "@/lib/email/layout/paint";

/** A framed piece of text within a part: a note to copy, what the customer wrote. */
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

/** Lines of text on a paper, one below the other in every mail program. */
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
