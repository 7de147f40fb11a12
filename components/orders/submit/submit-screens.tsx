import { MonthlyLimitReached, QuotaCard } from "@/components/membership/quota-card";
import { FreePlanCard, PaygNote } from "@/components/membership/rate-card";
import { ShippingInstructions } from "@/components/orders/batch/shipping-instructions";
import { NextSteps } from "@/components/orders/next-steps";
import { ProfileBanner } from "@/components/orders/profile-banner";
import { PreviousSubmissions } from "@/components/orders/submit/previous-submissions";
import { SubmissionForm } from "@/components/orders/submit/submission-form";
import { UnpaidBatchNotice } from "@/components/orders/submit/unpaid-batch-notice";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Icon } from "@/components/ui/icon";
import { business } from "@/lib/base/business";
import { cardCount } from "@/lib/base/messages";
import { formatPrice } from "@/lib/base/money";
import { confirmationPath, paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan, plans } from "@/lib/base/plans";
import type { LoadedSubmitPage } from "@/lib/orders/loaders";
import type { Order } from "@/lib/orders/order";

type SubmitPage = Omit<LoadedSubmitPage, "membership" | "profile"> & {
  profile: { address_line1: string | null } | null;
};

type SubmitMemberProps = {
  person: { userId: string; email: string };
  page: SubmitPage;
  wantsFree: boolean;
  hasLeft?: boolean;
  cards?: string | undefined;
};

export function SubmitMember({ person, page, wantsFree, hasLeft = false, cards }: SubmitMemberProps) {
  const { plan, remaining, month, open_checkout: open, recent_orders: recent, is_more: isMore } = page;
  const fullPlan = remaining === 0 && isMembershipPlan(plan.type) ? plan.type : null;
  const pending = recent.filter(({ payment_status: status }) => status === "pending");
  const hasAddress = Boolean(page.profile?.address_line1);
  const isFreeIgnored = wantsFree && page.staff_role === null && isMembershipPlan(plan.type);
  const form = fullPlan ? (
    <MonthlyLimitReached plan={fullPlan} month={month} />
  ) : (
    <Card>
      <SubmissionForm
        person={person}
        plan={plan}
        remaining={remaining}
        wanted={cards}
        recentBatches={recent.map(({ batch_id, payment_status }) => ({ batch_id, payment_status }))}
        hasLeft={hasLeft}
      />
    </Card>
  );
  return (
    <SubmitFrame lead={isFreeIgnored ? `You're on ${plan.label}, so your member rate applies.` : null}>
      {pending.length > 0 || !hasAddress ? (
        <div className="space-y-3">
          <PendingPayments orders={pending} />
          {hasAddress ? null : <ProfileBanner missing="address" />}
        </div>
      ) : null}
      <Columns side={<PlanAside page={page} />} hasSteps={fullPlan === null}>
        <UnpaidBatchNotice order={open} userId={person.userId} hasLeft={hasLeft}>
          {form}
        </UnpaidBatchNotice>
      </Columns>
      <details className="previous">
        <summary className="min-h-12 py-3 text-lg font-semibold">Previous submissions</summary>
        <h2 className="text-lg font-semibold">Previous submissions</h2>
        <div className="space-y-4 pt-4">
          {recent.length > 0 ? (
            <PreviousSubmissions orders={recent} />
          ) : (
            <p className="text-text-muted">No submissions yet.</p>
          )}
          {isMore ? (
            <p className="text-sm">
              <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
                View all paid batches on the dashboard
              </a>
            </p>
          ) : null}
        </div>
      </details>
    </SubmitFrame>
  );
}

/** Staff are treated as elite. */
function PlanAside({ page }: { page: SubmitPage }) {
  const { plan, remaining, month, staff_role: role, subscription } = page;
  if (isMembershipPlan(plan.type)) {
    const limit = remaining === null ? null : plans[plan.type].monthlyLimit;
    const { next_plan_type: next, current_period_end: from } = subscription ?? {};
    return (
      <QuotaCard
        plan={plan.type}
        limit={limit}
        remaining={remaining}
        month={month}
        next={next && from && !role ? { plan: next, from } : undefined}
      />
    );
  }
  const membership = role ? "elite" : subscription?.plan_type;
  if (membership) return <PaygNote membership={membership} />;
  return <FreePlanCard plan={plan.type} />;
}

type SubmitGuestProps = Pick<SubmitMemberProps, "cards" | "hasLeft"> & { pendingOrders: PendingOrder[] };

export function SubmitGuest({ cards, hasLeft = false, pendingOrders }: SubmitGuestProps) {
  const { label, rateCents } = plans.payg;
  return (
    <SubmitFrame
      lead={
        <>
          No account needed. You&apos;ll enter your email and return address when you pay. Have an account?{" "}
          <a className="link" href={withQuery(paths.login, { next: paths.submit })}>
            Log in
          </a>
        </>
      }
    >
      {pendingOrders.length > 0 ? (
        <div className="space-y-3">
          <PendingPayments orders={pendingOrders} />
        </div>
      ) : null}
      <Columns hasSteps>
        <Card>
          <SubmissionForm
            person={null}
            plan={{ type: "payg", label, rateCents }}
            remaining={null}
            hasLeft={hasLeft}
            wanted={cards}
          />
        </Card>
      </Columns>
    </SubmitFrame>
  );
}

function SubmitFrame({ lead, children }: { lead: React.ReactNode; children: React.ReactNode }) {
  return (
    <main id="main" className="container-page space-y-6 py-8 sm:py-12">
      <header className="space-y-2">
        <h1 className="text-3xl font-semibold">Submit your cards</h1>
        {lead ? <p className="max-w-prose text-text-muted">{lead}</p> : null}
      </header>
      {children}
    </main>
  );
}

type ColumnsProps = { side?: React.ReactNode; hasSteps: boolean; children: React.ReactNode };

function Columns({ side, hasSteps, children }: ColumnsProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.75fr_1fr]">
      {children}
      <div className="space-y-6">
        {side}
        {hasSteps ? (
          <Card className="space-y-4 sm:p-6">
            <h2 className="text-lg font-semibold">After you pay</h2>
            <div className="text-sm">
              <NextSteps />
            </div>
            <p className="text-sm">
              Insured up to {business.insuranceLimit} per batch.{" "}
              <a className="link" href={paths.insurance}>
                What&apos;s covered
              </a>
            </p>
            <div>
              <DialogButton
                variant="secondary"
                size="sm"
                label={
                  <>
                    <Icon name="package-open" className="size-4" />
                    Shipping instructions
                  </>
                }
                title="Shipping instructions"
              >
                <p className="mb-4 text-text-muted">
                  You&apos;ll get the batch ID, label and packing slip after you pay.
                </p>
                <ShippingInstructions batchId={null} />
              </DialogButton>
            </div>
          </Card>
        ) : null}
        {side ? null : (
          <p className="text-sm text-text-muted">
            Members pay from {formatPrice(plans.elite.rateCents)} per card.{" "}
            <a className="link" href={paths.pricing}>
              See memberships
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

type PendingOrder = Pick<Order, "batch_id" | "num_cards" | "plan_type" | "stripe_session_id">;

function PendingPayments({ orders }: { orders: PendingOrder[] }) {
  return orders.map(
    ({ batch_id: batchId, num_cards: cards, plan_type: plan, stripe_session_id: sessionId }) =>
      batchId && sessionId ? (
        <Alert key={sessionId} tone="info">
          Your payment for {cardCount(cards)} is on its way. We&apos;ll email you when it arrives.{" "}
          <a className="link" href={confirmationPath({ sessionId, batchId, isPayg: plan === "payg" })}>
            Check the payment
          </a>
        </Alert>
      ) : null,
  );
}
