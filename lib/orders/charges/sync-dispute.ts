import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { applyDispute } from "@/lib/orders/mutations";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { idOf } from "@/lib/stripe/metadata";
import { nextReadFence } from "@/lib/supabase/mutations";

/**
 * Notes what the payment service says of a dispute now, for staff alone; nothing of it is shown to the customer. One about
 * a membership's payment, or about money that fits no order, becomes or joins a payment exception.
 * Answers what became of it, `missing` for a dispute that is of no payment. Throws 503 as syncRefund does, and for every dispute that
 * the payment service does not find.
 */
export async function syncDispute(disputeId: string): Promise<string> {
  const fence = await nextReadFence();
  const dispute = await readDispute(disputeId);
  const paymentIntentId = idOf(dispute.payment_intent);
  if (!paymentIntentId) return "missing";
  const { charge, status } = dispute;
  const customerId = typeof charge === "object" ? idOf(charge.customer) : null;
  const outcome = await applyDispute({ paymentIntentId, fence, status, customerId });
  log.warn("dispute.applied", { payment: paymentIntentId, status, outcome });
  return outcome;
}

async function readDispute(disputeId: string): Promise<Stripe.Dispute> {
  try {
    return await stripe().disputes.retrieve(disputeId, { expand: ["charge"] });
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}
