import { FreePlanCard } from "@/components/membership/free-plan-card";
import { PaygNote } from "@/components/membership/payg-note";
import { QuotaCard, type QuotaMonth } from "@/components/membership/quota-card";
import { isMembershipPlan, type MembershipPlan, type PlanType, plans } from "@/lib/base/plans";

export type SubmitPlanProps = {
  page: {
    plan: { type: PlanType };
    remaining: number | null;
    month: QuotaMonth;
    staff_role: string | null;
    subscription: { plan_type: MembershipPlan } | null;
  };
};

/** Beside the form: the plan that prices this batch. Staff are treated as elite. */
export function SubmitPlan({ page }: SubmitPlanProps) {
  const { plan, remaining, month, staff_role: role, subscription } = page;
  if (isMembershipPlan(plan.type)) {
    const limit = remaining === null ? null : plans[plan.type].monthlyLimit;
    return <QuotaCard plan={plan.type} limit={limit} remaining={remaining} month={month} />;
  }
  const membership = role ? "elite" : subscription?.plan_type;
  if (membership) return <PaygNote membership={membership} />;
  return <FreePlanCard plan={plan.type} />;
}
