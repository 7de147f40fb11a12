import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { syncRefundsOf } from "@/lib/orders/charges/sync-charge";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { isOurPayment } from "@/lib/orders/data";
import type { RefundOutcome } from "@/lib/orders/mutations";
import { isMissing, orIfMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { parseAdjustmentMetadata, parseOrderMetadata } from "@/lib/stripe/metadata";

/**
 * Syncs an order or proposal with the refunds of its payment. If a refund arrives before its payment, fulfills the
 * order first. `missing`: neither Stripe nor we know the payment. Throws 503 when Stripe or the database is down, or
 * Stripe can't find a payment of ours. Stripe never deletes payments, so our key must belong to another account or
 * mode.
 */
export async function syncRefund(paymentIntentId: string): Promise<RefundOutcome | "missing"> {
  const intent = await readPayment(paymentIntentId);
  if (!intent) return "missing";
  let outcome = await syncRefundsOf(intent);
  const isOurs = parseOrderMetadata(intent.metadata) ?? parseAdjustmentMetadata(intent.metadata);
  if (outcome === "unknown" && isOurs && (await fulfillPayment(paymentIntentId))) {
    outcome = await syncRefundsOf(intent);
  }
  log.info("refund.applied", { payment: paymentIntentId, outcome });
  return outcome;
}

/** Returns a payment. Null if neither Stripe nor we know it. */
async function readPayment(paymentIntentId: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await stripe().paymentIntents.retrieve(paymentIntentId);
  } catch (error) {
    if (isMissing(error) && !(await isOurPayment(paymentIntentId))) return null;
    throw paymentsUnavailable(error);
  }
}

/** Fulfills the order or proposal of a payment whose webhook hasn't arrived. False if it has no Checkout Session. */
async function fulfillPayment(paymentIntentId: string): Promise<boolean> {
  const wanted = { payment_intent: paymentIntentId };
  const { data } = await stripe()
    .checkout.sessions.list(wanted)
    .catch(orIfMissing({ data: [] }));
  if (!data[0]) return false;
  await fulfillSession(data[0].id);
  return true;
}
