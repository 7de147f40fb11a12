import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { breakEvenCards, plans } from "@/lib/base/plans";

/** What a person without a membership pays, and what a membership would change. */
export function FreePlanCard({ plan }: { plan: "free" | "payg" }) {
  const { label, rateCents } = plans[plan];
  return (
    <Card className="space-y-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{plan === "free" ? "Free plan" : "Your rate"}</h2>
        <Badge>{label}</Badge>
      </div>
      <FactList
        facts={[
          ["Your rate", `${formatCents(rateCents)} per card`],
          ["Monthly fee", "None"],
          ["Cards a month", "Unlimited"],
        ]}
      />
      <div className="space-y-4 border-t border-border pt-5">
        <div className="space-y-1">
          <p className="font-medium">Grading more than a few?</p>
          <p className="text-sm text-text-muted">
            Members pay from {formatCents(plans.elite.rateCents)} per card. {plans.pro.label} pays for itself
            from {breakEvenCards("pro")} cards a month.
          </p>
        </div>
        <ButtonLink href={paths.pricing} variant="secondary" block>
          See memberships
        </ButtonLink>
      </div>
    </Card>
  );
}
