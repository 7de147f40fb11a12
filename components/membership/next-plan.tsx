import { Time } from "@/components/ui/time";
import { formatCents } from "@/lib/base/money";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";

/** Says which plan a member has chosen for the time after the one that is paid for, and what it brings. */
export function NextPlan({ plan, from }: { plan: MembershipPlan; from: string }) {
  const { label, rateCents, monthlyCents, monthlyLimit } = plans[plan];
  return (
    <p className="mt-4 border-t border-border pt-4 text-sm text-text-muted">
      From{" "}
      <span className="whitespace-nowrap">
        <Time show="local-long-date" at={from} />
      </span>{" "}
      on: <strong className="font-medium text-text">{label}</strong>, {formatCents(rateCents)} per card, up to{" "}
      {cardCount(monthlyLimit ?? 0)} a month, {formatCents(monthlyCents)} a month.
    </p>
  );
}
