import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { withCause } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { applyDispute, applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { itemsOf, stripe, throwUnavailable } from "@/lib/stripe/client";
import { idOf } from "@/lib/stripe/metadata";
import { type ChangedPayment, changedPaymentOf } from "@/lib/stripe/sessions";
import { finishStripeEvent, nextReadFence, recordStripeEvent } from "@/lib/supabase/mutations";

/**
 * Records a payment with `apply`, then its refunds and latest dispute, whose events may have come earlier and won't
 * come again. A webhook delivery (`eventId`) is retried until both are done, so `apply` gets the ID only if there is
 * nothing else to apply. Any other caller first records a delivery of our own, so that the job finishes what fails
 * after the payment is recorded. If the charge, read with the session (readSession), has neither, no further calls
 * are made.
 *
 * Returns the result of `apply`. Throws 503 when the database is down and, for a webhook delivery, when Stripe is.
 */
export async function syncCharge<Applied>(
  session: Stripe.Checkout.Session,
  eventId: string | null,
  apply: (eventId: string | null) => Promise<Applied>,
): Promise<Applied> {
  const touched = changedPaymentOf(session);
  if (!touched) return apply(eventId);
  if (eventId) {
    const applied = await apply(null);
    await syncChangedPayment(touched);
    return applied;
  }
  const { amount_refunded: refunded, disputed } = touched.charge;
  const id = `charge:${session.id}:${refunded}:${disputed ? "disputed" : "undisputed"}`;
  const type = "checkout.session.completed";
  await recordStripeEvent({ id, type, objectId: session.id, livemode: session.livemode }, true);
  const applied = await apply(null);
  const failure = await syncChangedPayment(touched).then(
    () => null,
    (error: unknown) => {
      log.error("charge.not_read", error, { payment: touched.intent.id });
      return withCause(error);
    },
  );
  await finishStripeEvent(id, failure);
  return applied;
}

async function syncChangedPayment({ intent, charge }: ChangedPayment): Promise<void> {
  if (charge.amount_refunded > 0) {
    const outcome = await syncRefundsOf(intent);
    log.info("refund.applied", { payment: intent.id, outcome });
  }
  if (charge.disputed) {
    const latest = { payment_intent: intent.id, limit: 1 };
    const { data } = await stripe().disputes.list(latest).catch(throwUnavailable);
    if (data[0]) await syncDispute(data[0].id);
  }
}

/**
 * Reads all refunds of a payment and applies their sum. The fence is taken before the read, so that of two reads the
 * later one wins, whichever is written first. Throws 503 when Stripe or the database is down.
 */
export async function syncRefundsOf(intent: Stripe.PaymentIntent): Promise<RefundOutcome> {
  const fence = await nextReadFence();
  const refundedCents = await sumOfRefunds(intent.id);
  return applyRefund({
    payment_intent_id: intent.id,
    fence,
    refunded_cents: refundedCents,
    livemode: intent.livemode,
    expected_livemode: isLivemode(),
  });
}

/** Returns the sum of completed and pending refunds in cents. The money of a failed refund came back to us. */
async function sumOfRefunds(paymentIntentId: string): Promise<number> {
  let sum = 0;
  for await (const refund of itemsOf(
    stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
  )) {
    if (refund.status !== "failed" && refund.status !== "canceled") sum += refund.amount;
  }
  return sum;
}

/**
 * Stores the current status of a dispute, for staff only. A dispute about a membership's payment, or about money that
 * matches no order, creates or updates a payment exception. Returns the outcome, `missing` when the dispute has no
 * payment. Throws 503 when Stripe or the database is down, or Stripe can't find the dispute.
 */
export async function syncDispute(disputeId: string): Promise<string> {
  const fence = await nextReadFence();
  const dispute = await stripe()
    .disputes.retrieve(disputeId, { expand: ["charge"] })
    .catch(throwUnavailable);
  const paymentIntentId = idOf(dispute.payment_intent);
  if (!paymentIntentId) return "missing";
  const { charge, status } = dispute;
  const customerId = typeof charge === "object" ? idOf(charge.customer) : null;
  const outcome = await applyDispute({
    payment_intent_id: paymentIntentId,
    fence,
    status,
    customer_id: customerId,
  });
  log.warn("dispute.applied", { payment: paymentIntentId, status, outcome });
  return outcome;
}
