import { formatCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";

type OrderTotalProps = { numCards: number; rateCents: number; rateLabel: string };

/**
 * Shows below the submit form's fields the amount that will be charged and how it is made, and announces it as it
 * changes.
 */
export function OrderTotal({ numCards, rateCents, rateLabel }: OrderTotalProps) {
  return (
    <div className="rounded-xl border border-border bg-surface-sunken px-5 py-4" aria-live="polite">
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-medium">Total</span>
        <output className="text-xl font-semibold tabular-nums">{formatCents(numCards * rateCents)}</output>
      </div>
      <p className="mt-1 text-sm text-text-muted">
        {cardCount(numCards)} × {formatCents(rateCents)} ({rateLabel} rate). No grading upcharges are billed
        without your approval.
      </p>
    </div>
  );
}
