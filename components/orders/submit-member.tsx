import { MonthlyLimitReached } from "@/components/membership/monthly-limit-reached";
import { OpenCheckout } from "@/components/orders/open-checkout";
import { PreviousSubmissions } from "@/components/orders/previous-submissions";
import { SubmissionForm } from "@/components/orders/submission-form";
import { SubmitLayout } from "@/components/orders/submit-layout";
import { SubmitPlan, type SubmitPlanProps } from "@/components/orders/submit-plan";
import { Card, CardHeader } from "@/components/ui/card";
import { isMembershipPlan, type PlanType } from "@/lib/membership/plans";
import { formatCents } from "@/lib/money";
import type { Order } from "@/lib/orders/order";
import { paths } from "@/lib/paths";

type SubmitMemberProps = {
  person: { userId: string; email: string };
  page: SubmitPlanProps["page"] & {
    plan: { type: PlanType; label: string; rateCents: number };
    open_checkout: Order | null;
    recent_orders: Order[];
    is_more: boolean;
  };
};

/** /submit for a signed-in person. */
export function SubmitMember({ person, page }: SubmitMemberProps) {
  const { plan, remaining, month, open_checkout: open, recent_orders: recent, is_more: isMore } = page;
  return (
    <SubmitLayout title="Submit cards" lead={`${plan.label}: ${formatCents(plan.rateCents)} per card.`}>
      {open ? <OpenCheckout order={open} person={person} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[1.75fr_1fr]">
        <div className="lg:order-last">
          <SubmitPlan page={page} />
        </div>
        {remaining === 0 && isMembershipPlan(plan.type) ? (
          <MonthlyLimitReached plan={plan.type} month={month} />
        ) : (
          <Card>
            <CardHeader title="Your batch" />
            <SubmissionForm person={person} plan={plan} remaining={remaining} />
          </Card>
        )}
      </div>
      <div className="space-y-4">
        <h2 className="text-lg font-semibold">Previous submissions</h2>
        {recent.length > 0 ? (
          <PreviousSubmissions orders={recent} />
        ) : (
          <p className="text-text-muted">
            Nothing yet. Your first batch appears here as soon as you start its payment.
          </p>
        )}
        {isMore ? (
          <a className="font-medium text-accent-text underline" href={paths.dashboard}>
            View all on the dashboard
          </a>
        ) : null}
      </div>
    </SubmitLayout>
  );
}
