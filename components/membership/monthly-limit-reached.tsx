import { PortalButton } from "@/components/membership/portal-button";
import type { QuotaMonth } from "@/components/membership/quota-card";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { Time } from "@/components/ui/time";
import { dayAfter } from "@/lib/base/business-date";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";

/** Says in place of the submit form that no cards are left this month, and how to continue. */
export function MonthlyLimitReached({ plan, month }: { plan: MembershipPlan; month: QuotaMonth }) {
  const { label, monthlyLimit } = plans[plan];
  return (
    <Card>
      <CardHeader
        title="Monthly Limit Reached"
        description={`${label} includes ${cardCount(monthlyLimit ?? 0)} a month, and none are left.`}
      />
      <p className="text-text-muted">
        Your quota resets on{" "}
        <strong className="font-medium text-text">
          <Time show="long-date" at={dayAfter(month.end)} />
        </strong>{" "}
        (UTC). Until then you can go on at {formatCents(plans.payg.rateCents)} per card, without a limit
        {plan === "elite" ? "" : ", or move to a larger plan"}.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {plan === "elite" ? null : <PortalButton flow="update">Upgrade plan</PortalButton>}
        <ButtonLink href={paths.submitPayg} variant={plan === "elite" ? "primary" : "secondary"}>
          Continue with Pay-As-You-Go
        </ButtonLink>
      </div>
    </Card>
  );
}
