import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";

export type SessionFacts = {
  sessionId: string;
  sessionStatus: string | null;
  paymentStatus: string;
  amountCents: number | null;
  currency: string | null;
  livemode: boolean;
  expectedLivemode: boolean;
  paymentIntentId: string | null;
  receiptUrl: string | null;
  asyncFailed: boolean;
};

/**
 * Returns a session's facts. Its payment and charge must be expanded (see readSession): without them there is no receipt, and a failed
 * delayed payment isn't seen.
 */
export function sessionFactsOf(session: Stripe.Checkout.Session): SessionFacts {
  const intent = paymentOf(session);
  return {
    sessionId: session.id,
    sessionStatus: session.status,
    paymentStatus: session.payment_status,
    amountCents: session.amount_total,
    currency: session.currency,
    livemode: session.livemode,
    expectedLivemode: isLivemode(),
    paymentIntentId: intent?.id ?? null,
    receiptUrl: ownReceipt(intent),
    asyncFailed: isLateFailure(session),
  };
}

export function sessionArguments(facts: SessionFacts) {
  return {
    p_session_id: facts.sessionId,
    p_session_status: facts.sessionStatus,
    p_payment_status: facts.paymentStatus,
    p_amount_cents: facts.amountCents,
    p_currency: facts.currency,
    p_livemode: facts.livemode,
    p_expected_livemode: facts.expectedLivemode,
    p_payment_intent_id: facts.paymentIntentId,
    p_receipt_url: facts.receiptUrl,
    p_async_failed: facts.asyncFailed,
  };
}

export type TouchedPayment = { intent: Stripe.PaymentIntent; charge: Stripe.Charge };

/** Returns a session's payment if it is refunded or disputed, else null. Needs the expansions of sessionFactsOf. */
export function touchedPaymentOf(session: Stripe.Checkout.Session): TouchedPayment | null {
  const intent = paymentOf(session);
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  return intent && charge && (charge.amount_refunded > 0 || charge.disputed) ? { intent, charge } : null;
}

function paymentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === "object" ? session.payment_intent : null;
}

/** Returns the receipt's URL if it is at RECEIPT_ORIGIN: no other is shown to people. */
function ownReceipt(intent: Stripe.PaymentIntent | null): string | null {
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  const url = charge?.receipt_url;
  if (!url || !URL.canParse(url)) return null;
  return new URL(url).origin === new URL(env().RECEIPT_ORIGIN).origin ? url : null;
}

/** Returns whether a delayed payment failed: it leaves a complete session whose payment waits for another method. */
function isLateFailure(session: Stripe.Checkout.Session): boolean {
  const status = paymentOf(session)?.status;
  return (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    (status === "requires_payment_method" || status === "canceled")
  );
}
