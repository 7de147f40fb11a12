import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/env";
import { log } from "@/lib/log";
import { fulfilCheckout } from "@/lib/orders/fulfil-checkout";
import { applyDispute, applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { idOf } from "@/lib/stripe/id-of";
import { isOrderPayment } from "@/lib/stripe/metadata";

/**
 * Brings an order in step with what was refunded of its payment so far, read anew. A refund that is heard of before
 * the payment itself pays the order first.
 */
export async function syncRefund(paymentIntentId: string): Promise<RefundOutcome | "missing"> {
  const intent = await orNull(() =>
    stripe().paymentIntents.retrieve(paymentIntentId, { expand: ["latest_charge"] }),
  );
  const charge = intent?.latest_charge;
  if (!intent || !charge || typeof charge === "string") return "missing";
  const apply = () =>
    applyRefund({
      paymentIntentId,
      refundedCents: charge.amount_refunded,
      livemode: intent.livemode,
      expectedLivemode: isLivemode(),
    });
  let outcome = await apply();
  if (outcome === "unknown" && isOrderPayment(intent.metadata) && (await fulfilPayment(paymentIntentId))) {
    outcome = await apply();
  }
  log.info("refund.applied", { payment: paymentIntentId, outcome });
  return outcome;
}

/** Notes what the payment service says of a dispute now, for staff. */
export async function syncDispute(disputeId: string): Promise<string> {
  const dispute = await orNull(() => stripe().disputes.retrieve(disputeId));
  const paymentIntentId = idOf(dispute?.payment_intent);
  if (!dispute || !paymentIntentId) return "missing";
  const outcome = await applyDispute(paymentIntentId, dispute.status);
  log.warn("dispute.applied", { payment: paymentIntentId, status: dispute.status, outcome });
  return outcome;
}

async function fulfilPayment(paymentIntentId: string): Promise<boolean> {
  const sessions = await orNull(() => stripe().checkout.sessions.list({ payment_intent: paymentIntentId }));
  const session: Stripe.Checkout.Session | undefined = sessions?.data[0];
  return session !== undefined && (await fulfilCheckout(session.id)).outcome === "fulfilled";
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw paymentsUnavailable(error);
  }
}
