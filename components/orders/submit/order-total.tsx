import { useEffect, useState } from "react";
import { formatCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";

type OrderTotalProps = {
  /** Null while what is typed is no number of cards that can be paid for. */
  numCards: number | null;
  /** Nothing is typed yet, or no card. */
  isEmpty: boolean;
  rateCents: number;
  rateLabel: string;
};

/** Long enough for the next digit of a number that is being typed. */
const ANNOUNCED_AFTER_MS = 500;

/** Shows the amount that will be charged and how it's made, and announces it once it stands still. */
export function OrderTotal({ numCards, isEmpty, rateCents, rateLabel }: OrderTotalProps) {
  const amount = numCards === null ? null : formatCents(numCards * rateCents);
  const [announced, setAnnounced] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(amount), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [amount]);
  return (
    <div className="rounded-xl border border-border bg-surface-sunken px-5 py-4">
      <div className="flex min-h-7.5 items-baseline justify-between gap-4">
        <span className="font-medium">Total</span>
        <span
          className={amount ? "text-xl font-semibold tabular-nums" : "text-sm text-text-muted"}
          aria-hidden="true"
          translate={amount ? "no" : undefined}
        >
          {amount ?? (isEmpty ? "Enter a number" : null)}
        </span>
        <output className="sr-only">{announced}</output>
      </div>
      <p className="mt-1 text-sm text-text-muted">
        <span>
          {numCards === null
            ? `${formatCents(rateCents)} per card`
            : `${cardCount(numCards)} × ${formatCents(rateCents)}`}
        </span>{" "}
        ({rateLabel} rate), with the grader&apos;s fee and insured return shipping. No grading upcharges are
        billed without your approval.
      </p>
    </div>
  );
}
