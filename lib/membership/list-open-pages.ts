import "server-only";
import type Stripe from "stripe";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";

/**
 * Lists the payment pages of a customer on which a membership can still be paid, 100 at most, each with the customer as
 * it is now; none for a customer that the payment service does not know. Throws 503 when it doesn't answer.
 */
export async function listOpenPages(customerId: string): Promise<Stripe.Checkout.Session[]> {
  try {
    const { data } = await stripe().checkout.sessions.list({
      customer: customerId,
      status: "open",
      limit: 100,
      expand: ["data.customer"],
    });
    return data.filter(({ mode }) => mode === "subscription");
  } catch (error) {
    if (isMissing(error)) return [];
    throw paymentsUnavailable(error);
  }
}
