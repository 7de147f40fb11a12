import type { ReactNode } from "react";
import { MonthlyLimitReached } from "@/components/membership/monthly-limit-reached";
import { QuotaCard, type QuotaMonth } from "@/components/membership/quota-card";
import { FreePlanCard, PaygNote } from "@/components/membership/rate-card";
import { BatchId } from "@/components/orders/batch-id";
import { NextSteps } from "@/components/orders/next-steps";
import { ProfileBanner } from "@/components/orders/profile-banner";
import { ShippingInstructions } from "@/components/orders/shipping-instructions";
import { PreviousSubmissions } from "@/components/orders/submit/previous-submissions";
import { SubmissionForm } from "@/components/orders/submit/submission-form";
import { UnpaidBatchNotice } from "@/components/orders/submit/unpaid-batch-notice";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { DialogButton } from "@/components/ui/dialog-button";
import { Mark } from "@/components/ui/mark";
import { business } from "@/lib/base/business";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan, type PlanType, plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import type { Membership } from "@/lib/membership/membership";
import type { Order } from "@/lib/orders/order";

type SubmitPage = {
  /** The plan that prices this batch. */
  plan: { type: PlanType; label: string; rateCents: number };
  /** Cards left this month; null when there is no limit. */
  remaining: number | null;
  month: QuotaMonth;
  staff_role: string | null;
  /** The person's membership, also where it does not price this batch. */
  subscription: Pick<Membership, "plan_type" | "next_plan_type" | "current_period_end"> | null;
  profile: { address_line1: string | null } | null;
  open_checkout: Order | null;
  recent_orders: Order[];
  /** There are more than the `recent_orders`. */
  is_more: boolean;
};

type SubmitMemberProps = {
  person: { userId: string; email: string };
  page: SubmitPage;
  /** The page's address asks for the free plan. */
  wantsFree: boolean;
  /** The payment page leads back here because it was left. */
  hasLeft?: boolean;
  /** The number of cards that the page's address names. */
  cards?: string | undefined;
};

/** Shows /submit to a signed-in person: the form or why it's closed, the plan, and their batches. */
export function SubmitMember({ person, page, wantsFree, hasLeft = false, cards }: SubmitMemberProps) {
  const { plan, remaining, month, open_checkout: open, recent_orders: recent, is_more: isMore } = page;
  const fullPlan = remaining === 0 && isMembershipPlan(plan.type) ? plan.type : null;
  const pending = recent.filter(({ payment_status: status }) => status === "pending");
  const hasAddress = Boolean(page.profile?.address_line1);
  return (
    <SubmitFrame title="Submit cards" lead={leadOf(plan, wantsFree && page.staff_role === null)}>
      {open || pending.length > 0 || !hasAddress ? (
        <div className="space-y-3">
          <PendingPayments orders={pending} />
          {open ? <UnpaidBatchNotice order={open} userId={person.userId} hasLeft={hasLeft} /> : null}
          {hasAddress ? null : <ProfileBanner missing="address" />}
        </div>
      ) : null}
      {fullPlan ? (
        <Columns side={<PlanAside page={page} />}>
          <MonthlyLimitReached plan={fullPlan} month={month} />
        </Columns>
      ) : (
        <FormColumns side={<PlanAside page={page} />}>
          <SubmissionForm
            person={person}
            plan={plan}
            remaining={remaining}
            wanted={cards}
            openBatchId={open?.batch_id ?? null}
            recentBatches={recent.map(({ batch_id, payment_status }) => ({ batch_id, payment_status }))}
            hasLeft={hasLeft}
          />
        </FormColumns>
      )}
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
          <p className="text-sm">
            <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
              View all paid batches on the dashboard
            </a>
          </p>
        ) : null}
      </div>
    </SubmitFrame>
  );
}

function leadOf({ type, label, rateCents }: SubmitPage["plan"], wantsFree: boolean): string {
  const rate = `${label}: ${formatCents(rateCents)} per card.`;
  return wantsFree && isMembershipPlan(type) ? `Your membership applies, not the free plan. ${rate}` : rate;
}

/** Shows the plan that prices this batch. Staff are treated as elite. */
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

/** Shows /submit to a visitor without an account, who pays by the batch; `cards` and `hasLeft` as for a person. */
export function SubmitGuest({ cards, hasLeft = false, pendingOrders }: SubmitGuestProps) {
  const { label, rateCents } = plans.payg;
  return (
    <SubmitFrame
      title="Submit cards without an account"
      lead={`${label}: ${formatCents(rateCents)} per card, no membership. Your email and return address are asked on the payment page.`}
    >
      <div className="space-y-3">
        <PendingPayments orders={pendingOrders} />
        <Alert tone="info">
          Have an account?{" "}
          <a className="link" href={withQuery(paths.login, { next: paths.submit })}>
            Log in
          </a>{" "}
          to find this batch on your dashboard.
        </Alert>
      </div>
      <FormColumns side={<FreePlanCard plan="payg" />}>
        <SubmissionForm
          person={null}
          plan={{ type: "payg", label, rateCents }}
          remaining={null}
          hasLeft={hasLeft}
          wanted={cards}
        />
      </FormColumns>
    </SubmitFrame>
  );
}

function SubmitFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main id="main" className="container-page space-y-8 py-10 sm:py-14">
      <header className="space-y-2">
        <h1 className="text-3xl font-semibold">{title}</h1>
        <p className="max-w-prose text-text-muted">{lead}</p>
      </header>
      {children}
    </main>
  );
}

function Columns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.75fr_1fr]">
      {children}
      <div className="space-y-6">{side}</div>
    </div>
  );
}

/** Shows the form, and beside it the plan and what follows the payment. */
function FormColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <Columns
      side={
        <>
          {side}
          <AfterPayment />
        </>
      }
    >
      <Card>
        <CardHeader title="Your batch" />
        {children}
      </Card>
    </Columns>
  );
}

/** Shows, beside the submit form, what follows the payment and how the cards get to us, before there is a batch ID. */
function AfterPayment() {
  return (
    <Card className="space-y-5 sm:p-6">
      <h2 className="text-lg font-semibold">After you pay</h2>
      <div className="text-sm">
        <NextSteps />
      </div>
      <p className="text-sm">
        Insured for up to {business.insuranceLimit} a batch from check-in until it is back with you. Shipping
        to us is yours to insure.{" "}
        <a className="link" href={paths.insurance}>
          What is insured
        </a>
      </p>
      <div>
        <DialogButton
          variant="secondary"
          size="sm"
          label={
            <>
              <Mark name="package-open" className="size-4" />
              Shipping instructions
            </>
          }
          title="Shipping instructions"
        >
          <ShippingInstructions batchId={null} />
        </DialogButton>
      </div>
    </Card>
  );
}

/** An order whose delayed payment has started and is not decided. */
type PendingOrder = Pick<Order, "batch_id" | "num_cards" | "plan_type" | "stripe_session_id">;

/** Says which batches' payments are on their way, with the page where each can be followed; shows nothing without one. */
function PendingPayments({ orders }: { orders: PendingOrder[] }) {
  return orders.map(
    ({ batch_id: batchId, num_cards: cards, plan_type: plan, stripe_session_id: sessionId }) =>
      batchId && sessionId ? (
        <Alert key={sessionId} tone="info">
          Your payment for <BatchId name={batchId} /> ({cardCount(cards)}) is on its way. We&apos;ll email you
          when it arrives.{" "}
          <a className="link" href={confirmationPath({ sessionId, batchId, isPayg: plan === "payg" })}>
            Check the payment
          </a>
        </Alert>
      ) : null,
  );
}
