import type { ReactNode } from "react";

/** Tells what kind of state a badge is of; app/table.css has the colours. */
export type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger";

/**
 * Shows a state in a word or two, as a pill. The word carries the meaning, the tone only underlines it. Within a
 * stacked table row the pill has no frame.
 */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
