import type { CollectedPayment } from "../../sandbox/builders/broken-invariants.ts";
import { type Product, stripeOf } from "../../sandbox/builders/product.ts";

/** Returns what Stripe collected for these orders and proposals, none of it refunded. */
export async function collectedPayments(
  product: Product,
  orders: readonly string[],
  proposals: ReadonlyMap<string, string> = new Map(),
): Promise<CollectedPayment[]> {
  const taken: CollectedPayment[] = [];
  for await (const page of stripeOf(product).checkout.sessions.list({ status: "complete", limit: 100 })) {
    const adjustment = page.metadata?.adjustment_id;
    const order = adjustment ? proposals.get(adjustment) : page.metadata?.order_id;
    if (!order || !orders.includes(order)) continue;
    const payment = String(page.payment_intent);
    const cents = page.amount_total ?? 0;
    taken.push({ order, adjustment, session: page.id, payment, cents, refundedCents: 0 });
  }
  return taken;
}
