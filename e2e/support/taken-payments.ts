import type { TakenPayment } from "../../sandbox/builders/broken-invariants.ts";
import { type Product, stripeOf } from "../../sandbox/builders/product.ts";

/** Reads what the payment service has taken for these orders, none of it refunded. */
export async function takenPayments(product: Product, orders: readonly string[]): Promise<TakenPayment[]> {
  const taken: TakenPayment[] = [];
  for await (const page of stripeOf(product).checkout.sessions.list({ status: "complete", limit: 100 })) {
    const order = page.metadata?.order_id ?? "";
    if (!orders.includes(order)) continue;
    const payment = String(page.payment_intent);
    taken.push({ order, session: page.id, payment, cents: page.amount_total ?? 0, refundedCents: 0 });
  }
  return taken;
}
