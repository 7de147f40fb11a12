import { PlanCards } from "@/components/membership/plan-cards";
import { Section } from "@/components/site/section";

/** What it costs, and a way into each plan. */
export function PricingCards() {
  return (
    <Section
      isSunken
      id="pricing"
      title="Pay for cards, not for promises"
      lead="Every plan uses the same secure checkout and the same insured way back."
    >
      <PlanCards level={3} />
    </Section>
  );
}
