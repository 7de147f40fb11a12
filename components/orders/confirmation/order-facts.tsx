import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { FactList } from "@/components/ui/fact-list";
import { formatCents } from "@/lib/base/money";
import { type PlanType, plans } from "@/lib/base/plans";

type OrderFactsProps = {
  batchId: string;
  plan: PlanType;
  numCards: number;
  rateCents: number;
  totalCents: number;
  /** A badge that says whether it is paid. */
  payment: ReactNode;
  /** More facts, below the others. */
  more?: [name: string, value: ReactNode][];
};

/** Shows what was bought, fact by fact, and how the total is made. */
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
        ["Batch ID", <BatchId key="batch" name={batchId} className="normal-nums" />],
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
