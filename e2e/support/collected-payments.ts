import type { CollectedPayment } from "../../sandbox/builders/broken-invariants.ts";
import { type Product, stripeOf } from "../../sandbox/builders/product.ts";

/** Returns what Stripe collected for these orders. Assumes that nothing was refunded. */
export async function collectedPayments(
  product: Product,
  orders: readonly string[],
): Promise<CollectedPayment[]> {
  const taken: CollectedPayment[] = [];
  for await (const page of stripeOf(product).checkout.sessions.list({ status: "complete", limit: 100 })) {
    const order = page.metadata?.order_id;
    if (!order || !orders.includes(order)) continue;
    const payment = String(page.payment_intent);
    taken.push({ order, session: page.id, payment, cents: page.amount_total ?? 0, refundedCents: 0 });
  }
  return taken;
}
