import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const style = cva(
  "inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs font-medium whitespace-nowrap max-sm:in-data-stacked:border-0 max-sm:in-data-stacked:bg-transparent max-sm:in-data-stacked:p-0",
  {
    variants: {
      tone: {
        neutral: "border-border bg-surface-sunken text-text-muted",
        accent: "border-accent-text/25 bg-accent-soft text-accent-text",
        success: "border-success/30 bg-success-soft text-success",
        warning: "border-warning/30 bg-warning-soft text-warning",
        danger: "border-danger/30 bg-danger-soft text-danger",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

/**
 * Shows a state in a word or two, as a pill. The word carries the meaning, the tone only underlines it. Within a
 * stacked table row the pill has no frame.
 */
export function Badge({ tone, children }: VariantProps<typeof style> & { children: ReactNode }) {
  return (
    <span className={style({ tone })}>
      <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
      {children}
    </span>
  );
}
