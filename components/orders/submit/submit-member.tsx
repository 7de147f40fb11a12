import { MonthlyLimitReached } from "@/components/membership/monthly-limit-reached";
import { AddressBanner } from "@/components/orders/submit/address-banner";
import { AfterPayment } from "@/components/orders/submit/after-payment";
import { OpenCheckout } from "@/components/orders/submit/open-checkout";
import { PreviousSubmissions } from "@/components/orders/submit/previous-submissions";
import { SubmissionForm } from "@/components/orders/submit/submission-form";
import { SubmitLayout } from "@/components/orders/submit/submit-layout";
import { SubmitPlan, type SubmitPlanProps } from "@/components/orders/submit/submit-plan";
import { Card, CardHeader } from "@/components/ui/card";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan, type PlanType } from "@/lib/base/plans";
import type { Order } from "@/lib/orders/order";

type SubmitMemberProps = {
  person: { userId: string; email: string };
  page: SubmitPlanProps["page"] & {
    plan: { type: PlanType; label: string; rateCents: number };
    profile: { address_line1: string | null } | null;
    open_checkout: Order | null;
    recent_orders: Order[];
    is_more: boolean;
  };
  /** The address names the free plan. */
  wantsFree: boolean;
};

/** /submit for a signed-in person. */
export function SubmitMember({ person, page, wantsFree }: SubmitMemberProps) {
  const { plan, remaining, month, open_checkout: open, recent_orders: recent, is_more: isMore } = page;
  const fullPlan = remaining === 0 && isMembershipPlan(plan.type) ? plan.type : null;
  const hasAddress = Boolean(page.profile?.address_line1);
  return (
    <SubmitLayout title="Submit cards" lead={leadOf(plan, wantsFree && page.staff_role === null)}>
      {open || !hasAddress ? (
        <div className="space-y-3">
          {open ? <OpenCheckout order={open} person={person} /> : null}
          {hasAddress ? null : <AddressBanner />}
        </div>
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-[1.75fr_1fr]">
        {fullPlan ? (
          <MonthlyLimitReached plan={fullPlan} month={month} />
        ) : (
          <Card>
            <CardHeader title="Your batch" />
            <SubmissionForm
              person={person}
              plan={plan}
              remaining={remaining}
              openBatchId={open?.batch_id ?? null}
            />
          </Card>
        )}
        <div className="space-y-6">
          <SubmitPlan page={page} />
          {fullPlan ? null : <AfterPayment />}
        </div>
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
          <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
            View all paid ones on the dashboard
          </a>
        ) : null}
      </div>
    </SubmitLayout>
  );
}

function leadOf({ type, label, rateCents }: SubmitMemberProps["page"]["plan"], wantsFree: boolean): string {
  const rate = `${label}: ${formatCents(rateCents)} per card.`;
  return wantsFree && isMembershipPlan(type) ? `Your membership applies, not the free plan. ${rate}` : rate;
}
