import { PortalButton } from "@/components/membership/portal-button";
import { RateCard } from "@/components/membership/rate-card";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { dayAfter } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { formatShortDate } from "@/lib/base/time";
import { quotaUse } from "@/lib/membership/monthly-quota";

/** A calendar month (first and last day, UTC) with the cards paid for in it and those reserved for an open payment. */
export type QuotaMonth = { start: string; end: string; used_cards: number; held_cards: number };

type QuotaCardProps = {
  plan: MembershipPlan;
  /** Cards per month. Null for staff, who have no limit. */
  limit: number | null;
  /** Cards left this month. Null without a limit. */
  remaining: number | null;
  month: QuotaMonth;
  /** The plan that the member has chosen to follow this one, and its start date. */
  next?: { plan: MembershipPlan; from: string } | undefined;
};

/** quotaUse (lib/membership/monthly-quota.ts) sets the bar's color. */
export function QuotaCard({ plan, limit, remaining, month, next }: QuotaCardProps) {
  const facts: [string, string][] = [];
  if (remaining !== null) facts.push(["Remaining", cardCount(remaining)]);
  if (month.held_cards > 0) facts.push(["Payment pending", cardCount(month.held_cards)]);
  facts.push(["Your rate", `${formatCents(plans[plan].rateCents)} per card`]);
  return (
    <RateCard title="This month" plan={plan} isMembership>
      {limit === null ? (
        <p>
          <span className="block text-2xl font-semibold">Unlimited</span>
          <span className="text-sm text-text-muted">for staff</span>
        </p>
      ) : (
        <Use used={month.used_cards} limit={limit} />
      )}
      <FactList facts={facts} />
      <p className="border-t border-border pt-4 text-sm text-text-muted">
        {formatShortDate(month.start)}–{Number(month.end.slice(-2))}.
        {limit === null ? null : ` Resets ${formatShortDate(dayAfter(month.end))}.`}
      </p>
      {next ? <NextPlan plan={next.plan} from={next.from} /> : null}
    </RateCard>
  );
}

function Use({ used, limit }: { used: number; limit: number }) {
  const { percent, tone } = quotaUse(used, limit);
  return (
    <div className="space-y-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
        <span>
          <span className="text-2xl font-semibold">{used.toLocaleString("en-US")}</span>{" "}
          <span className="text-text-muted">of {cardCount(limit)}</span>
        </span>
        <span className="text-sm font-medium">{percent}% used</span>
      </p>
      <ProgressBar label="Cards used this month" value={used} max={limit} tone={tone} />
    </div>
  );
}

export function NextPlan({ plan, from }: { plan: MembershipPlan; from: string }) {
  const { label, rateCents, monthlyCents, monthlyLimit } = plans[plan];
  return (
    <p className="mt-4 border-t border-border pt-4 text-sm text-text-muted">
      Starting{" "}
      <span className="whitespace-nowrap">
        <Time show="local-long-date" at={from} />
      </span>
      : <strong className="font-medium text-text">{label}</strong>. {formatCents(monthlyCents)} a month,{" "}
      {formatCents(rateCents)} per card, up to {cardCount(monthlyLimit ?? 0)} a month.
    </p>
  );
}

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
