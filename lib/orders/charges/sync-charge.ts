import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { withCause } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { syncDispute } from "@/lib/orders/charges/sync-dispute";
import { applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { type TouchedPayment, touchedPaymentOf } from "@/lib/stripe/session-facts";
import { finishStripeEvent, nextReadFence, recordStripeEvent } from "@/lib/supabase/mutations";

/**
 * Books with `book` what a payment page has just paid, and brings it in step with what went back of it and with the latest
 * dispute about it: nobody is told of either again who heard of it before the payment was booked. Both are one piece of work.
 * Where a delivery asks for it (`eventId`), that is worked again until both are done, so `book` gets it only where booking is
 * all of its work. Where anybody else does, a delivery of our own is noted first, and what then fails behind the booking is
 * left to the job. Asks nothing more of a payment whose charge, read with the page (readSession), says that there is neither.
 *
 * Answers what `book` does. Throws 503 when the database, or for a delivery the payment service, cannot be asked.
 */
export async function syncCharge<Booked>(
  session: Stripe.Checkout.Session,
  eventId: string | null,
  book: (eventId: string | null) => Promise<Booked>,
): Promise<Booked> {
  const touched = touchedPaymentOf(session);
  if (!touched) return book(eventId);
  if (eventId) {
    const booked = await book(null);
    await syncTouched(touched);
    return booked;
  }
  const { amount_refunded: refunded, disputed } = touched.charge;
  const id = `charge:${session.id}:${refunded}:${disputed ? "disputed" : "undisputed"}`;
  const type = "checkout.session.completed";
  await recordStripeEvent({ id, type, objectId: session.id, livemode: session.livemode }, true);
  const booked = await book(null);
  const failure = await syncTouched(touched).then(
    () => null,
    (error: unknown) => {
      log.error("charge.not_read", error, { payment: touched.intent.id });
      return withCause(error);
    },
  );
  await finishStripeEvent(id, failure);
  return booked;
}

async function syncTouched({ intent, charge }: TouchedPayment): Promise<void> {
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
 * one counts, whoever writes first. Throws 503 when the payment service or the database cannot be asked.
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
