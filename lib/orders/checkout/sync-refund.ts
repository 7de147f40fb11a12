import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { syncRefundsOf } from "@/lib/orders/charges/sync-charge";
import { fulfilSession } from "@/lib/orders/checkout/fulfil-session";
import { isOurPayment } from "@/lib/orders/data";
import type { RefundOutcome } from "@/lib/orders/mutations";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { parseAdjustmentMetadata, parseOrderMetadata } from "@/lib/stripe/metadata";

/**
 * Brings an order, or a proposal about one, in step with what was refunded of its payment so far. A refund that is heard of before the payment
 * itself pays the order first. `missing`: neither the payment service nor we know such a payment. Throws 503 when it or the
 * database cannot be asked, and when it does not find a payment of ours: it deletes none, so our key is of another account or mode.
 */
export async function syncRefund(paymentIntentId: string): Promise<RefundOutcome | "missing"> {
  const intent = await readPayment(paymentIntentId);
  if (!intent) return "missing";
  let outcome = await syncRefundsOf(intent);
  const isOurs = parseOrderMetadata(intent.metadata) ?? parseAdjustmentMetadata(intent.metadata);
  if (outcome === "unknown" && isOurs && (await fulfilPayment(paymentIntentId))) {
    outcome = await syncRefundsOf(intent);
  }
  log.info("refund.applied", { payment: paymentIntentId, outcome });
  return outcome;
}

/** Reads a payment; null for one that neither side knows. */
async function readPayment(paymentIntentId: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await stripe().paymentIntents.retrieve(paymentIntentId);
  } catch (error) {
    if (isMissing(error) && !(await isOurPayment(paymentIntentId))) return null;
    throw paymentsUnavailable(error);
  }
}

/** Fulfils the order or proposal of a payment whose webhook has not come yet; answers false when no payment page made it. */
async function fulfilPayment(paymentIntentId: string): Promise<boolean> {
  const [session] = await pagesOf(paymentIntentId);
  if (!session) return false;
  await fulfilSession(session.id);
  return true;
}

async function pagesOf(paymentIntentId: string): Promise<Stripe.Checkout.Session[]> {
  try {
    return (await stripe().checkout.sessions.list({ payment_intent: paymentIntentId })).data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw paymentsUnavailable(error);
  }
}
