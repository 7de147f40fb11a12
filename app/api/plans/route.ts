import { anyone } from "@/lib/auth/session/require-caller";
import { toDollars } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { getRoute } from "@/lib/http/api-route";
import { membershipPrices } from "@/lib/membership/prices";

/** Returns the membership plans with Stripe's price IDs -> {plans}. Amounts are in dollars. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: anyone,
  handle: async () => {
    const prices = membershipPrices();
    return {
      plans: MEMBERSHIP_PLANS.map((plan) => {
        const { label, monthlyCents, rateCents, monthlyLimit: limit } = plans[plan];
        const [monthly, rate] = [toDollars(monthlyCents), toDollars(rateCents)];
        return { plan, price_id: prices[plan], label, monthly, rate, limit };
      }),
    };
  },
});
