import { useEffect, useState } from "react";
import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";

type OrderTotalProps = {
  /** Null while the typed number can't be paid for. */
  numCards: number | null;
  rateCents: number;
};

/** Long enough for the next digit of a number that's being typed. */
const ANNOUNCED_AFTER_MS = 500;

/** Shows the amount to be charged and how it adds up, and announces it once it stops changing. */
export function OrderTotal({ numCards, rateCents }: OrderTotalProps) {
  const rate = formatCents(rateCents);
  const amount = numCards === null ? null : formatCents(numCards * rateCents);
  const [announced, setAnnounced] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(amount), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [amount]);
  return (
    <div className="border-t border-border pt-4">
      <div className="flex min-h-9 items-baseline justify-between gap-4">
        <span className="font-medium">Total</span>
        <span className="text-2xl font-semibold tabular-nums" aria-hidden="true" translate="no">
          {amount}
        </span>
        <output className="sr-only">{announced}</output>
      </div>
      <p className="text-sm text-text-muted">
        <span>{numCards === null ? `${rate} per card` : `${cardCount(numCards)} × ${rate}`}</span>. Includes
        grading and insured return shipping. No surprise upcharges.
      </p>
    </div>
  );
}
