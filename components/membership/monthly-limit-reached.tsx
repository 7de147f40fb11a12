import { PortalButton } from "@/components/membership/portal-button";
import type { QuotaMonth } from "@/components/membership/quota-card";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { dayAfter } from "@/lib/base/business-date";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { formatShortDate } from "@/lib/base/time";

/** Shows in place of the submit form that no cards are left this month, and how to continue. */
export function MonthlyLimitReached({ plan, month }: { plan: MembershipPlan; month: QuotaMonth }) {
  const rate = formatCents(plans.payg.rateCents);
  return (
    <Card>
      <CardHeader
        title="Monthly Limit Reached"
        description={`Your limit resets on ${formatShortDate(dayAfter(month.end))}. Until then, extra cards are ${rate} each.`}
      />
      <div className="flex flex-wrap gap-3">
        {plan === "elite" ? null : <PortalButton flow="update">Upgrade plan</PortalButton>}
        <ButtonLink href={paths.submitPayg} variant={plan === "elite" ? "primary" : "secondary"}>
          Continue at {rate} a card
        </ButtonLink>
      </div>
    </Card>
  );
}
