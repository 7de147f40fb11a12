import { PortalButton } from "@/components/membership/portal-button";
import { NextPlan } from "@/components/membership/quota-card";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { RefreshButton } from "@/components/ui/refresh-button";
import { Time } from "@/components/ui/time";
import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import {
  type MembershipState,
  membershipState,
  membershipStates,
  SUBSCRIPTION_UNKNOWN,
} from "@/lib/membership/membership-state";
import type { Membership } from "@/lib/membership/stored-membership";

type MembershipCardProps = {
  /** Null when it couldn't be read. */
  overview: { isStaff: boolean; membership: Membership | null } | null;
  now: number;
};

export function MembershipCard({ overview, now }: MembershipCardProps) {
  if (!overview) {
    return (
      <Card>
        <CardHeader title="Membership" />
        <Alert
          tone="warning"
          action={
            <RefreshButton size="sm" variant="secondary">
              Refresh Page
            </RefreshButton>
          }
        >
          {SUBSCRIPTION_UNKNOWN}
        </Alert>
      </Card>
    );
  }
  const { membership, isStaff } = overview;
  if (membership) return <Member membership={membership} state={membershipState(membership, now)} />;
  const { label, rateCents } = plans[isStaff ? "elite" : "free"];
  const facts: [string, string][] = [
    ["Plan", label],
    ["Rate per card", formatCents(rateCents)],
  ];
  if (isStaff) facts.push(["Monthly limit", "None"], ["Billing", "None (staff)"]);
  return (
    <Card>
      <CardHeader title="Membership" />
      <FactList facts={facts} />
      {isStaff ? null : (
        <>
          <p className="my-5 text-sm text-text-muted">
            Members pay from {formatCents(plans.elite.rateCents)} per card.
          </p>
          <ButtonLink href={paths.pricing} variant="secondary">
            Choose a Plan
          </ButtonLink>
        </>
      )}
    </Card>
  );
}

function Member({ membership, state }: { membership: Membership; state: MembershipState }) {
  const { plan_type: type, next_plan_type: nextType, current_period_end: end } = membership;
  const { label, rateCents, monthlyCents, monthlyLimit } = plans[type];
  const { label: status, tone } = membershipStates[state];
  const applies = state === "active" || state === "ending";
  const dateWord = DATE_TEXT[state];
  const facts: [string, React.ReactNode][] = [
    ["Plan", label],
    [
      "Status",
      <Badge key="status" tone={tone}>
        {status}
      </Badge>,
    ],
    ["Rate per card", formatCents(applies ? rateCents : plans.free.rateCents)],
  ];
  if (applies) facts.push(["Monthly limit", cardCount(monthlyLimit ?? 0)]);
  if (state !== "ended") facts.push(["Price", `${formatCents(monthlyCents)} a month`]);
  if (dateWord) facts.push([dateWord, <Time key="end" show="local-date" at={end} />]);
  return (
    <Card>
      <CardHeader title="Membership" />
      {state === "overdue" ? (
        <div className="mb-5">
          <Alert tone="warning" title="Your last payment failed">
            Update your payment card to get your member rate back. Until then, cards are{" "}
            {formatCents(plans.free.rateCents)} each.
          </Alert>
        </div>
      ) : null}
      <FactList facts={facts} />
      {state === "active" && nextType ? <NextPlan plan={nextType} from={end} /> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {state === "ended" ? <ButtonLink href={paths.pricing}>Choose a Plan</ButtonLink> : null}
        <PortalButton variant={state === "overdue" ? "primary" : "secondary"}>Manage billing</PortalButton>
      </div>
    </Card>
  );
}

const DATE_TEXT: Partial<Record<MembershipState, string>> = {
  active: "Renews on",
  ending: "Ends on",
  renewing: "Renewal due",
};
