import type Stripe from "stripe";
import { MEMBERSHIP_PLANS, type MembershipPlan } from "@/lib/base/plans";
import type { NamedPrice, NamedPrices } from "@/lib/membership/named-prices";

/**
 * Reads the prices that the settings name, each with its product, from the account of the client; a price that it does
 * not have is null. Throws what the client throws otherwise.
 */
export async function readNamedPrices(
  stripe: Stripe,
  ids: Partial<Record<MembershipPlan, readonly string[]>>,
): Promise<NamedPrices> {
  const named: NamedPrices = { starter: [], pro: [], elite: [] };
  for (const plan of MEMBERSHIP_PLANS) {
    for (const id of ids[plan] ?? []) named[plan].push({ id, price: await readPrice(stripe, id) });
  }
  return named;
}

async function readPrice(stripe: Stripe, id: string): Promise<NamedPrice["price"]> {
  try {
    return await stripe.prices.retrieve(id, { expand: ["product"] });
  } catch (error) {
    if ((error as { code?: string }).code !== "resource_missing") throw error;
    return null;
  }
}
