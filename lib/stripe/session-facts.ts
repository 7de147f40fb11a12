import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";

/**
 * Returns a session's facts as arguments of the SQL functions. Its payment and charge must be expanded (see readSession): without them
 * there is no receipt, and a failed delayed payment isn't seen.
 */
export function sessionArguments(session: Stripe.Checkout.Session) {
  const intent = paymentOf(session);
  return {
    p_session_id: session.id,
    p_session_status: session.status,
    p_payment_status: session.payment_status,
    p_amount_cents: session.amount_total,
    p_currency: session.currency,
    p_livemode: session.livemode,
    p_expected_livemode: isLivemode(),
    p_payment_intent_id: intent?.id ?? null,
    p_receipt_url: ownReceipt(intent),
    p_async_failed: isLateFailure(session),
  };
}

export type ChangedPayment = { intent: Stripe.PaymentIntent; charge: Stripe.Charge };

/** Returns a session's payment if it is refunded or disputed, else null. Needs the expansions of sessionArguments. */
export function changedPaymentOf(session: Stripe.Checkout.Session): ChangedPayment | null {
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
