import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";

let client: Stripe | undefined;

/** The client of the payment service; its API version is the SDK's, as the webhook endpoint's must be. */
export function stripe(): Stripe {
  if (client) return client;
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  const options: Stripe.StripeConfig = { timeout: 4_000, maxNetworkRetries: 1, telemetry: false };
  if (STRIPE_API_URL) {
    const { hostname, port, protocol } = new URL(STRIPE_API_URL);
    Object.assign(options, { host: hostname, port, protocol: protocol.replace(":", "") });
  }
  client = new Stripe(STRIPE_SECRET_KEY, options);
  return client;
}

/** Whether the payment service says that it has no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Whether a call was refused for its contents: trying it again unchanged is of no use. */
export function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

const TRIES_WHILE_IN_PROGRESS = 10;
const WAIT_WHILE_IN_PROGRESS_MS = 200;

/**
 * Makes a call that carries an idempotency key. The same call may be under way for another click of the same person
 * (status 409); its answer is worth waiting for.
 */
export async function onceUnderWay<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const isUnderWay = error instanceof Stripe.errors.StripeError && error.statusCode === 409;
      if (!isUnderWay || tries === TRIES_WHILE_IN_PROGRESS) throw error;
      await sleep(WAIT_WHILE_IN_PROGRESS_MS);
    }
  }
}

/** Whether the former call under this idempotency key stored a failure, or was made with other contents. */
export function needsNewKey(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}

/** Turns an error of the payment service into the one that handlers answer with. */
export function paymentsUnavailable(error: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError("payments", error);
}
