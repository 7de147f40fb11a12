import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { PAYG_CEILING_CENTS, plans } from "@/lib/base/plans";

/** For people who paid as they went: what the same cards cost a member. */
export function PaygUpsell() {
  return (
    <Card className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold">More cards to come?</h2>
        <p className="text-text-muted">
          Pay-as-you-go costs up to {formatPrice(PAYG_CEILING_CENTS)}/card; the exact price is shown before
          you pay. Members pay from {formatPrice(plans.elite.rateCents)}/card.
        </p>
      </div>
      <ButtonLink variant="secondary" href={paths.pricing}>
        See memberships
      </ButtonLink>
    </Card>
  );
}
