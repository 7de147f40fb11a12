import "server-only";
import type Stripe from "stripe";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";

/** A payment session as it is now, with its payment and charge; null when there is no such session. */
export async function readSession(sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] });
  } catch (error) {
    if (isMissing(error)) return null;
    throw paymentsUnavailable(error);
  }
}
