import "server-only";
import type Stripe from "stripe";
import { countries } from "@/lib/base/countries";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { adjustmentMetadata, orderMetadata } from "@/lib/stripe/metadata";

/*
 * Checkout Sessions: one is one visit to Stripe's hosted payment page. It is open, then complete or expired for good
 * (https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-status).
 */

/** Times are ISO texts. */
type PayableOrder = {
  id: string;
  batch_id: string | null;
  user_id: string | null;
  user_email: string | null;
  plan_type: string;
  num_cards: number;
  rate_cents: number;
  submitted_at: string;
  checkout_attempt: number;
};

/** Stripe's shortest is 30 minutes; the reservation of the order in the database outlives this by nine minutes. */
const EXPIRES_AFTER_SECONDS = 31 * 60;

/**
 * Opens the hosted payment page for an order. The idempotency key is made of the order and its attempt, and nothing in
 * the call depends on the time, so that a retry after a crash answers the same page. With `collectAddress` the page asks
 * for the return address, too. Throws the client's own errors: see isRefused and needsNewKey.
 */
export async function createOrderSession(
  order: PayableOrder,
  collectAddress: boolean,
): Promise<Stripe.Checkout.Session> {
  const metadata = orderMetadata(order);
  const mode = order.plan_type === "payg" ? "payg" : undefined;
  const batch = { batch_id: order.batch_id ?? undefined, mode, order_id: order.id };
  const appUrl = env().APP_URL;
  // The payment service puts the session's id in place of this marker, which must not be percent-encoded.
  const success = `${appUrl}${withQuery(paths.confirmation, batch)}&session_id={CHECKOUT_SESSION_ID}`;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    client_reference_id: order.id,
    line_items: [
      {
        quantity: order.num_cards,
        price_data: {
          currency: "usd",
          unit_amount: order.rate_cents,
          product_data: { name: "Card grading", description: `${site.name} batch ${order.batch_id}` },
        },
      },
    ],
    metadata,
    // The price that was shown is what is paid: nothing is converted at a rate with a fee in it.
    adaptive_pricing: { enabled: false },
    payment_intent_data: { metadata: { app: metadata.app, order_id: order.id, batch_id: metadata.batch_id } },
    success_url: success,
    cancel_url: `${appUrl}${withQuery(paths.submit, { mode, [LEFT]: "1" })}`,
    // Of the order, not of now: the same call again must have the same contents.
    expires_at: Math.floor(Date.parse(order.submitted_at) / 1000) + EXPIRES_AFTER_SECONDS,
    ...(order.user_email ? { customer_email: order.user_email } : {}),
    ...(collectAddress ? { shipping_address_collection: { allowed_countries: [...countries] } } : {}),
  };
  return stripe().checkout.sessions.create(params, {
    idempotencyKey: `co:${order.id}:${order.checkout_attempt}`,
  });
}

type PayableAdjustment = {
  id: string;
  batch_id: string | null;
  kind: string;
  qty: number;
  unit_cents: number;
  email: string | null;
  checkout_attempt: number;
  /** Nine minutes after the page ends. */
  reservation_expires_at: string;
};

/**
 * Opens the hosted payment page for a charge that an order's customer has accepted; it leads back to `returnPath`. As
 * with createOrderSession, the same call again answers the same page. Throws the client's own errors.
 */
export async function createAdjustmentSession(
  adjustment: PayableAdjustment,
  product: string,
  returnPath: string,
): Promise<Stripe.Checkout.Session> {
  const metadata = adjustmentMetadata(adjustment);
  const back = `${env().APP_URL}${returnPath}`;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    client_reference_id: adjustment.id,
    line_items: [
      {
        quantity: adjustment.qty,
        price_data: {
          currency: "usd",
          unit_amount: adjustment.unit_cents,
          product_data: { name: product, description: `${site.name} batch ${adjustment.batch_id}` },
        },
      },
    ],
    metadata,
    adaptive_pricing: { enabled: false },
    payment_intent_data: { metadata },
    success_url: back,
    cancel_url: back,
    expires_at: Math.floor(Date.parse(adjustment.reservation_expires_at) / 1000) - 9 * 60,
    ...(adjustment.email ? { customer_email: adjustment.email } : {}),
  };
  return stripe().checkout.sessions.create(params, {
    idempotencyKey: `adj:${adjustment.id}:${adjustment.checkout_attempt}`,
  });
}

/**
 * Returns the address of a payment page for a browser. Throws 503 for one that is not of CHECKOUT_ORIGIN: it is
 * nowhere to send people.
 */
export function paymentPage(url: string | null): string {
  if (url !== null && new URL(url).origin === new URL(env().CHECKOUT_ORIGIN).origin) return url;
  throw new ServiceUnavailableError("payments", new Error("the payment page is not at CHECKOUT_ORIGIN"));
}

/**
 * Reads a payment session as it is now, with its payment and charge included; answers null when there is none of this
 * id. Throws 503 when the payment service does not answer.
 */
export async function readSession(sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] });
  } catch (error) {
    if (isMissing(error)) return null;
    throw paymentsUnavailable(error);
  }
}

/**
 * Ends a payment page that must not be paid any more. One that is complete, expired or unknown stays as it is, so
 * read it afterwards to know whether it was paid before. Throws 503 when the payment service does not answer.
 */
export async function closeSession(sessionId: string): Promise<void> {
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 400 || statusCode === 404) return;
    throw paymentsUnavailable(error);
  }
}

/** A span of time, in milliseconds since 1970; `untilMs` null: until now, and beyond where clocks differ. */
type Span = { sinceMs: number; untilMs: number | null };

/** Says a span in the terms of the payment service's lists, whole seconds, both of which are in it. */
export function createdWithin({ sinceMs, untilMs }: Span): Stripe.RangeQueryParam {
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
  return { gte: seconds(sinceMs), ...(untilMs === null ? {} : { lte: seconds(untilMs) }) };
}

/**
 * Walks through the payment sessions that were completed and opened in a span of time, newest first, page by page.
 * Throws 503 when the payment service does not answer.
 */
export async function* listCompleteSessions(span: Span): AsyncGenerator<Stripe.Checkout.Session> {
  try {
    yield* stripe().checkout.sessions.list({ status: "complete", created: createdWithin(span), limit: 100 });
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}
