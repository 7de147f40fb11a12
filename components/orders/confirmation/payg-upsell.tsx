import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { PAYG_CEILING_CENTS, plans } from "@/lib/base/plans";

const dollars = (cents: number) => formatCents(cents).replace(/\.00$/, "");

/** For who paid as he went: what the same cards cost a member. */
export function PaygUpsell() {
  return (
    <Card className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold">More cards to come?</h2>
        <p className="text-text-muted">
          Pay-as-you-go costs up to {dollars(PAYG_CEILING_CENTS)}/card; the exact price is shown before you
          pay. Members pay from {dollars(plans.elite.rateCents)}/card.
        </p>
      </div>
      <ButtonLink variant="secondary" href={paths.pricing}>
        See memberships
      </ButtonLink>
    </Card>
  );
}
