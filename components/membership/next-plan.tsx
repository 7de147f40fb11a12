import { Time } from "@/components/ui/time";
import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { type MembershipPlan, plans } from "@/lib/base/plans";

/** Shows the plan that replaces the current one when its paid period ends. */
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
