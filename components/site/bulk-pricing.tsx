import { cardCount } from "@/lib/base/messages";
import { formatPrice } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import { cheapestPlan, MONTH_EXAMPLES, monthPrice } from "@/lib/membership/month-price";

export function BulkPricing() {
  return (
    <div>
      <h3 className="font-semibold">Bulk pricing</h3>
      <p className="text-sm text-text-muted">Your monthly total on the cheapest plan.</p>
      <ul className="price-list">
        {MONTH_EXAMPLES.map((cards) => {
          const plan = cheapestPlan(cards);
          return (
            <li key={cards}>
              {cardCount(cards)} <span>{plans[plan].label}</span>
              <b>{formatPrice(monthPrice(plan, cards).totalCents)}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
