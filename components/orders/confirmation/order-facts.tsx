import type { ReactNode } from "react";
import { FactList } from "@/components/ui/fact-list";
import { formatCents } from "@/lib/base/money";
import { type PlanType, plans } from "@/lib/base/plans";

type OrderFactsProps = {
  batchId: string;
  plan: PlanType;
  numCards: number;
  rateCents: number;
  totalCents: number;
  /** A badge: paid, or what is known of it. */
  payment: ReactNode;
  /** What else there is to say, one a line. */
  more?: [name: string, value: ReactNode][];
};

/** A batch that was just paid for, fact by fact; the total with how it is made. */
export function OrderFacts({
  batchId,
  plan,
  numCards,
  rateCents,
  totalCents,
  payment,
  more,
}: OrderFactsProps) {
  const cards = numCards.toLocaleString("en-US");
  return (
    <FactList
      facts={[
        ["Batch ID", batchId],
        ["Order type", plans[plan].label],
        ["Cards", cards],
        ["Rate per card", formatCents(rateCents)],
        [
          "Total paid",
          <Total key="total" cents={totalCents} made={`${cards} × ${formatCents(rateCents)}`} />,
        ],
        ["Payment status", payment],
        ...(more ?? []),
      ]}
    />
  );
}

function Total({ cents, made }: { cents: number; made: string }) {
  return (
    <>
      <span className="mr-2 font-normal text-text-muted">{made} =</span>
      {formatCents(cents)}
    </>
  );
}
