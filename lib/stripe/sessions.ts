import "server-only";
import type Stripe from "stripe";
import { countries } from "@/lib/base/countries";
import { env, isLivemode } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { itemsOf, orIfMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { adjustmentMetadata, orderMetadata } from "@/lib/stripe/metadata";

/** Times are ISO strings. */
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

/** Stripe's minimum is 30 minutes. The order's reservation expires nine minutes after the session. */
const EXPIRES_AFTER_SECONDS = 31 * 60;

/**
 * Creates an order's Checkout Session. The idempotency key is derived from the order and its attempt, so a retry
 * returns the same session. `collectAddress` also asks for the return address. Throws Stripe's errors (see
 * isInvalidRequest and needsNewIdempotencyKey).
 */
export async function createOrderSession(order: PayableOrder, collectAddress: boolean) {
  const metadata = orderMetadata(order);
  const mode = order.plan_type === "payg" ? "payg" : undefined;
  const batch = { batch_id: order.batch_id ?? undefined, mode, order_id: order.id };
  const appUrl = env().APP_URL;
  // Stripe replaces this placeholder, which must not be percent-encoded.
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
    // Customers pay the price shown, without a currency conversion.
    adaptive_pricing: { enabled: false },
    payment_intent_data: { metadata: { app: metadata.app, order_id: order.id, batch_id: metadata.batch_id } },
    success_url: success,
    cancel_url: `${appUrl}${withQuery(paths.submit, { mode, [LEFT]: "1" })}`,
    // Derived from the order, because a retry with the same key needs the same parameters.
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
  /** Nine minutes after the session expires. */
  reservation_expires_at: string;
};

/**
 * Creates the Checkout Session for an accepted charge. It returns to `returnPath`. Idempotent like
 * createOrderSession.
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

/** Returns a session's URL for the browser. Throws 503 if it isn't at CHECKOUT_ORIGIN. */
export function checkoutUrl(url: string | null): string {
  if (url !== null && new URL(url).origin === new URL(env().CHECKOUT_ORIGIN).origin) return url;
  throw new ServiceUnavailableError("payments", new Error("the payment page is not at CHECKOUT_ORIGIN"));
}

/** Returns the current session with its payment and charge, or null. Throws 503 when Stripe is unavailable. */
export async function readSession(sessionId: string): Promise<Stripe.Checkout.Session | null> {
  const expand = ["payment_intent.latest_charge"];
  return stripe().checkout.sessions.retrieve(sessionId, { expand }).catch(orIfMissing(null));
}

/**
 * Expires a Checkout Session. Does nothing if it is complete, expired or unknown. Throws 503 when Stripe is
 * unavailable.
 */
export async function expireSession(sessionId: string): Promise<void> {
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 400 || statusCode === 404) return;
    throw paymentsUnavailable(error);
  }
}

/** Milliseconds since 1970. A null `untilMs` leaves the end open, because clocks differ. */
type Span = { sinceMs: number; untilMs: number | null };

export function createdWithin({ sinceMs, untilMs }: Span): Stripe.RangeQueryParam {
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
  return { gte: seconds(sinceMs), ...(untilMs === null ? {} : { lte: seconds(untilMs) }) };
}

/** Yields the complete payment sessions created in a span, newest first. Throws 503 when Stripe is unavailable. */
export function listCompleteSessions(span: Span): AsyncGenerator<Stripe.Checkout.Session> {
  const wanted = { status: "complete", created: createdWithin(span), limit: 100 } as const;
  return itemsOf(stripe().checkout.sessions.list(wanted));
}

/**
 * Returns a session's facts as arguments for the SQL functions. Its payment and charge must be expanded (see
 * readSession). Without them there is no receipt, and a failed delayed payment goes undetected.
 */
export function sessionArguments(session: Stripe.Checkout.Session) {
  const intent = paymentOf(session);
  return {
    session_id: session.id,
    session_status: session.status,
    payment_status: session.payment_status,
    amount_cents: session.amount_total,
    currency: session.currency,
    livemode: session.livemode,
    expected_livemode: isLivemode(),
    payment_intent_id: intent?.id ?? null,
    receipt_url: ownReceipt(intent),
    async_failed: isLateFailure(session),
  };
}

export type ChangedPayment = { intent: Stripe.PaymentIntent; charge: Stripe.Charge };

/** Returns a session's payment if it is refunded or disputed, or else null. Needs the expansions of sessionArguments. */
export function changedPaymentOf(session: Stripe.Checkout.Session): ChangedPayment | null {
  const intent = paymentOf(session);
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  return intent && charge && (charge.amount_refunded > 0 || charge.disputed) ? { intent, charge } : null;
}

function paymentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === "object" ? session.payment_intent : null;
}

/** Returns the receipt's URL if it is at RECEIPT_ORIGIN. Other URLs are never shown. */
function ownReceipt(intent: Stripe.PaymentIntent | null): string | null {
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  const url = charge?.receipt_url;
  if (!url || !URL.canParse(url)) return null;
  return new URL(url).origin === new URL(env().RECEIPT_ORIGIN).origin ? url : null;
}

/** Returns whether a delayed payment failed. Its session is then complete, but the payment waits for another method. */
function isLateFailure(session: Stripe.Checkout.Session): boolean {
  const status = paymentOf(session)?.status;
  return (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    (status === "requires_payment_method" || status === "canceled")
  );
}
