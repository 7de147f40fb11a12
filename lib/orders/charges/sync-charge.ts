import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { syncDispute } from "@/lib/orders/charges/sync-dispute";
import { applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { touchedPaymentOf } from "@/lib/stripe/session-facts";
import { finishStripeEvent, nextReadFence, recordStripeEvent } from "@/lib/supabase/mutations";

/**
 * Books with `book` what a payment page has just paid, and brings it in step with what went back of it and with the latest
 * dispute about it: nobody is told of either again who heard of it before the payment was booked. Both are one piece of work:
 * a charge that has either is noted as a delivery before it is booked, so that the job goes on where this fails between.
 * Asks nothing more of a payment whose charge, read with the page (readSession), says that there is neither.
 *
 * `eventId`: the delivery that asks for it, which is worked again by itself; `book` gets it where booking is all of its work.
 * Answers what `book` does. Throws 503 when the payment service or the database cannot be asked.
 */
export async function syncCharge<Booked>(
  session: Stripe.Checkout.Session,
  eventId: string | null,
  book: (eventId: string | null) => Promise<Booked>,
): Promise<Booked> {
  const touched = touchedPaymentOf(session);
  if (!touched) return book(eventId);
  const noted = eventId ? null : await noteDelivery(session, touched.charge);
  const booked = await book(null);
  if (touched.charge.amount_refunded > 0) {
    const outcome = await syncRefundsOf(touched.intent);
    log.info("refund.applied", { payment: touched.intent.id, outcome });
  }
  if (touched.charge.disputed) {
    const dispute = await latestDispute(touched.intent.id);
    if (dispute) await syncDispute(dispute);
  }
  if (noted) await finishStripeEvent(noted, null);
  return booked;
}

/** Notes, as a delivery of its own, that a page is to be looked at as its charge is now; answers the delivery's id. */
async function noteDelivery(
  { id, livemode }: Stripe.Checkout.Session,
  charge: Stripe.Charge,
): Promise<string> {
  const noted = `charge:${id}:${charge.amount_refunded}:${charge.disputed ? "disputed" : "undisputed"}`;
  await recordStripeEvent({ id: noted, type: "checkout.session.completed", objectId: id, livemode });
  return noted;
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
