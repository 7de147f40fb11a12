import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { syncDispute } from "@/lib/orders/checkout/sync-dispute";
import { applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { touchedPaymentOf } from "@/lib/stripe/session-facts";
import { nextReadFence } from "@/lib/supabase/mutations";

/**
 * Brings what a payment page has just paid in step with what went back of it, and with the latest dispute about it: nobody
 * is told of either again who heard of it before the payment was booked. Asks nothing more of a payment whose charge, read
 * with the page (readSession), says that there is neither. Throws 503 when the payment service or the database cannot be
 * asked.
 */
export async function syncCharge(session: Stripe.Checkout.Session): Promise<void> {
  const touched = touchedPaymentOf(session);
  if (!touched) return;
  const { intent, charge } = touched;
  if (charge.amount_refunded > 0) {
    const outcome = await syncRefundsOf(intent);
    log.info("refund.applied", { payment: intent.id, outcome });
  }
  if (charge.disputed) {
    const dispute = await latestDispute(intent.id);
    if (dispute) await syncDispute(dispute);
  }
}

/**
 * Reads all refunds of a payment and applies their sum. A fence is taken before they are read, so that of two reads the later
 * one counts, whoever writes first. Throws 503 as syncCharge does.
 */
export async function syncRefundsOf(intent: Stripe.PaymentIntent): Promise<RefundOutcome> {
  const fence = await nextReadFence();
  const refundedCents = await sumOfRefunds(intent.id);
  return applyRefund({
    paymentIntentId: intent.id,
    fence,
    refundedCents,
    livemode: intent.livemode,
    expectedLivemode: isLivemode(),
  });
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

async function latestDispute(paymentIntentId: string): Promise<string | undefined> {
  try {
    const { data } = await stripe().disputes.list({ payment_intent: paymentIntentId, limit: 1 });
    return data[0]?.id;
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}
