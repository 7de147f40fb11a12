import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { fulfilSession } from "@/lib/orders/checkout/fulfil-session";
import { isOurPayment } from "@/lib/orders/data";
import { applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { parseAdjustmentMetadata, parseOrderMetadata } from "@/lib/stripe/metadata";
import { nextReadFence } from "@/lib/supabase/mutations";

/**
 * Brings an order, or a proposal about one, in step with what was refunded of its payment so far. A fence is taken before the refunds are read,
 * so that of two reads the later one counts, whoever writes first. A refund that is heard of before the payment
 * itself pays the order first. `missing`: neither the payment service nor we know such a payment. Throws 503 when it or the
 * database cannot be asked, and when it does not find a payment of ours: it deletes none, so our key is of another account or mode.
 */
export async function syncRefund(paymentIntentId: string): Promise<RefundOutcome | "missing"> {
  const intent = await readPayment(paymentIntentId);
  if (!intent) return "missing";
  const apply = async () => {
    const fence = await nextReadFence();
    const refundedCents = await sumOfRefunds(paymentIntentId);
    const { livemode } = intent;
    return applyRefund({ paymentIntentId, fence, refundedCents, livemode, expectedLivemode: isLivemode() });
  };
  let outcome = await apply();
  const isOurs = parseOrderMetadata(intent.metadata) ?? parseAdjustmentMetadata(intent.metadata);
  if (outcome === "unknown" && isOurs && (await fulfilPayment(paymentIntentId))) {
    outcome = await apply();
  }
  log.info("refund.applied", { payment: paymentIntentId, outcome });
  return outcome;
}

/** Sums up, in cents, what has gone back or is on its way; a refund that failed is money that we hold again. */
async function sumOfRefunds(paymentIntentId: string): Promise<number> {
  let sum = 0;
  try {
    for await (const refund of stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
      if (refund.status !== "failed" && refund.status !== "canceled") sum += refund.amount;
    }
  } catch (error) {
    throw paymentsUnavailable(error);
  }
  return sum;
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
