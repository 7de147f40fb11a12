import { RateCard } from "@/components/membership/rate-card";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";

/**
 * Shows, beside the submit form, that a member (or staff, as elite) pays this batch as they go: at which rate, and the
 * way back to the member's.
 */
export function PaygNote({ membership }: { membership: MembershipPlan }) {
  const { label, rateCents } = plans[membership];
  const isCheaper = rateCents < plans.payg.rateCents;
  return (
    <RateCard title="Outside your membership" plan="payg">
      <p className="text-sm text-text-muted">
        This batch costs {formatCents(plans.payg.rateCents)} per card
        {isCheaper ? null : `, as with ${label},`} and does not count toward your month.
        {isCheaper ? ` With ${label} you pay ${formatCents(rateCents)} per card.` : null}
      </p>
      <ButtonLink href={paths.submit} variant="secondary" block>
        Use your membership
      </ButtonLink>
    </RateCard>
  );
}
