import { RateCard } from "@/components/membership/rate-card";
import { ButtonLink } from "@/components/ui/button-link";
import { FactList } from "@/components/ui/fact-list";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { cheapestFrom } from "@/lib/membership/month-price";

/**
 * Shows, beside the submit form, the rate of a person without a membership, and from how many cards on one
 * costs less.
 */
export function FreePlanCard({ plan }: { plan: "free" | "payg" }) {
  const { rateCents } = plans[plan];
  return (
    <RateCard title={plan === "free" ? "Free plan" : "Your rate"} plan={plan}>
      <FactList
        facts={[
          ["Per card", formatCents(rateCents)],
          ["Monthly fee", "None"],
          ["Cards a month", "Unlimited"],
        ]}
      />
      <div className="space-y-4 border-t border-border pt-5">
        <div className="space-y-1">
          <p className="font-medium">Grading more than a few?</p>
          <p className="text-sm text-text-muted">
            Members pay from {formatCents(plans.elite.rateCents)} per card. {plans.pro.label} costs least from{" "}
            {cheapestFrom("pro")} cards a month.
          </p>
        </div>
        <ButtonLink href={paths.pricing} variant="secondary" block>
          See memberships
        </ButtonLink>
      </div>
    </RateCard>
  );
}
