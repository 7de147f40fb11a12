import { LazyAdjustmentCard } from "@/components/orders/adjustments/lazy-adjustment-card";
import type { Adjustment } from "@/lib/orders/schema";

type AdjustmentCardsProps = {
  adjustments: Adjustment[];
  /** The token of the tracking page that shows them; null in the owner's account. */
  token: string | null;
  /** The proposal whose payment page has just led back here. */
  paidId: string | null;
  readAt: number;
  level: 2 | 3;
};

/** Shows the questions to a batch's customer, open and answered. */
export function AdjustmentCards(props: AdjustmentCardsProps) {
  const { adjustments, token, paidId, readAt, level } = props;
  if (adjustments.length === 0) return null;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="space-y-3">
      <Heading className="text-lg font-semibold">Questions</Heading>
      {adjustments.map((adjustment) => (
        <LazyAdjustmentCard
          key={adjustment.id}
          adjustment={adjustment}
          token={token}
          isBack={adjustment.id === paidId}
          readAt={readAt}
        />
      ))}
    </section>
  );
}
