import "server-only";
import type Stripe from "stripe";
import { env } from "@/lib/base/env";

/** Answers the payment of a session that was read with it (see readSession); null before there is one. */
export function paymentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === "object" ? session.payment_intent : null;
}

/** Answers the address of a payment's receipt, if it is at RECEIPT_ORIGIN: nothing else is shown to people. */
export function ownReceipt(intent: Stripe.PaymentIntent | null): string | null {
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  const url = charge?.receipt_url;
  if (!url || !URL.canParse(url)) return null;
  return new URL(url).origin === new URL(env().RECEIPT_ORIGIN).origin ? url : null;
}

/** Tells whether a delayed payment failed: it leaves a complete session whose payment waits for another method. */
export function isLateFailure(session: Stripe.Checkout.Session): boolean {
  const status = paymentOf(session)?.status;
  return (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    (status === "requires_payment_method" || status === "canceled")
  );
}
