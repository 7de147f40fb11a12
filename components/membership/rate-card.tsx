import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, type PlanType, plans } from "@/lib/base/plans";
import { cheapestFrom } from "@/lib/membership/month-price";

type RateCardProps = {
  title: string;
  plan: PlanType;
  isMembership?: boolean;
  children: React.ReactNode;
};

export function RateCard({ title, plan, isMembership, children }: RateCardProps) {
  return (
    <Card className="space-y-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <Badge tone={isMembership ? "accent" : "neutral"}>{plans[plan].label}</Badge>
      </div>
      {children}
    </Card>
  );
}

/** Shows that this batch is pay-as-you-go, and what the person's membership (elite for staff) would charge. */
export function PaygNote({ membership }: { membership: MembershipPlan }) {
  const { label, rateCents } = plans[membership];
  const isCheaper = rateCents < plans.payg.rateCents;
  return (
    <RateCard title="Outside your membership" plan="payg">
      <p className="text-sm text-text-muted">
        This batch doesn&apos;t count toward your monthly limit.
        {isCheaper ? ` With ${label}, cards are ${formatCents(rateCents)} each.` : null}
      </p>
      <ButtonLink href={paths.submit} variant="secondary" block>
        Use your membership
      </ButtonLink>
    </RateCard>
  );
}

export function FreePlanCard({ plan }: { plan: "free" | "payg" }) {
  return (
    <RateCard title={plan === "free" ? "Free plan" : "No membership"} plan={plan}>
      <p className="text-sm text-text-muted">
        No monthly fee or limit. At {cheapestFrom("pro")}+ cards a month, {plans.pro.label} is cheaper.
      </p>
      <ButtonLink href={paths.pricing} variant="secondary" block>
        See memberships
      </ButtonLink>
    </RateCard>
  );
}
