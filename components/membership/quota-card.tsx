import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { formatCents } from "@/lib/base/money";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import { quotaUse, resetDay } from "@/lib/membership/quota";

export type QuotaMonth = { start: string; end: string; used_cards: number; held_cards: number };

type QuotaCardProps = {
  plan: MembershipPlan;
  /** Null: unlimited, for staff. */
  limit: number | null;
  remaining: number | null;
  month: QuotaMonth;
};

/** A member's month: how many cards are used, how many are left, at which rate, and until when. */
export function QuotaCard({ plan, limit, remaining, month }: QuotaCardProps) {
  const { label, rateCents } = plans[plan];
  return (
    <Card className="space-y-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">This month</h2>
        <Badge tone="accent">{label}</Badge>
      </div>
      {limit === null ? (
        <p>
          <span className="block text-2xl font-semibold">Unlimited</span>
          <span className="text-sm text-text-muted">cards, as a member of staff</span>
        </p>
      ) : (
        <Use used={month.used_cards} limit={limit} />
      )}
      <FactList
        facts={[
          ...(remaining === null ? [] : ([["Remaining", cardCount(remaining)]] as [string, string][])),
          ...(month.held_cards > 0
            ? ([["Reserved for an open payment", cardCount(month.held_cards)]] as [string, string][])
            : []),
          ["Your rate", `${formatCents(rateCents)} per card`],
        ]}
      />
      <p className="border-t border-border pt-4 text-sm text-text-muted">
        Current billing period:{" "}
        <span className="whitespace-nowrap">
          <Time show="long-date" at={month.start} />
        </span>{" "}
        to{" "}
        <span className="whitespace-nowrap">
          <Time show="long-date" at={month.end} />
        </span>{" "}
        (UTC).
        {limit === null ? null : (
          <>
            {" "}
            Resets on <Time show="long-date" at={resetDay(month.end)} />.
          </>
        )}
      </p>
    </Card>
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
