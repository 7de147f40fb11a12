import "server-only";
import type Stripe from "stripe";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { createdWithin } from "@/lib/stripe/sessions";

/**
 * Walks through the events of these types that came up in a span of time (milliseconds since 1970; `untilMs` null: until
 * now), newest first, page by page. Stripe keeps them for 30 days. Throws 503 when the payment service does not answer.
 */
export async function* listEvents(wanted: {
  types: string[];
  sinceMs: number;
  untilMs: number | null;
}): AsyncGenerator<Stripe.Event> {
  try {
    yield* stripe().events.list({ types: wanted.types, created: createdWithin(wanted), limit: 100 });
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}
