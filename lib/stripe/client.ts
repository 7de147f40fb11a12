import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { noteOutcome } from "@/lib/base/service-outcomes";
import { watchCall } from "@/lib/base/watched-call";

let client: Stripe | undefined;

/**
 * Returns the shared Stripe client, with a timeout of 5 s per call and one retry. The webhook endpoint must use the
 * SDK's API version.
 */
export function stripe(): Stripe {
  if (client) return client;
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  const options: Stripe.StripeConfig = {
    timeout: 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: watchedHttp(),
  };
  if (STRIPE_API_URL) {
    const { hostname, port, protocol } = new URL(STRIPE_API_URL);
    Object.assign(options, { host: hostname, port, protocol: protocol.replace(":", "") });
  }
  client = new Stripe(STRIPE_SECRET_KEY, options);
  return client;
}

/** The SDK's HTTP client, with tracing and health tracking for each attempt. A refusal counts as healthy. */
function watchedHttp(): Stripe.HttpClient {
  const http = Stripe.createNodeHttpClient();
  const makeRequest = http.makeRequest.bind(http);
  const isWell = (answer: Stripe.HttpClientResponse) => answer.getStatusCode() < 500;
  http.makeRequest = async (...args) => {
    const [, , path, method] = args;
    const call = { service: "payments", name: operationOf(method, path) } as const;
    try {
      const answer = await watchCall(call, () => makeRequest(...args), isWell);
      noteOutcome("payments", isWell(answer));
      return answer;
    } catch (error) {
      noteOutcome("payments", false);
      throw error;
    }
  };
  return http;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Returns whether a call was refused because of its parameters, so that a retry can't succeed. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Returns whether our key is invalid or lacks permission for the call. */
export function isForbidden(error: unknown): boolean {
  const { StripePermissionError, StripeAuthenticationError } = Stripe.errors;
  return error instanceof StripePermissionError || error instanceof StripeAuthenticationError;
}

const TRIES_WHILE_IN_PROGRESS = 10;
const WAIT_WHILE_IN_PROGRESS_MS = 200;

/**
 * Retries a call every 200 ms, up to ten times, while Stripe is processing the same idempotency key (409). Throws any
 * other error.
 */
export async function retryWhileInProgress<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const isInProgress = error instanceof Stripe.errors.StripeError && error.statusCode === 409;
      if (!isInProgress || tries === TRIES_WHILE_IN_PROGRESS) throw error;
      await sleep(WAIT_WHILE_IN_PROGRESS_MS);
    }
  }
}

/**
 * Returns whether a retry needs a new idempotency key because the key was used with other parameters, or because
 * Stripe stored a 500 under it for a day (https://docs.stripe.com/api/idempotent_requests).
 */
export function needsNewIdempotencyKey(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}

export function paymentsUnavailable(error: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError("payments", error);
}

/** Throws any remaining error of a call as 503. For use in `.catch`. */
export function throwUnavailable(error: unknown): never {
  throw paymentsUnavailable(error);
}

/** Yields the items of a Stripe list. Throws 503 for any error. */
export async function* itemsOf<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throwUnavailable(error);
  }
}

/**
 * Returns `missing` if Stripe has no such object, and throws 503 for any other error. For use in the `.catch` of a
 * read.
 */
export function orIfMissing<T>(missing: T): (error: unknown) => T {
  return (error) => (isMissing(error) ? missing : throwUnavailable(error));
}

/** Path segments of the calls we make. Every other segment is an ID. */
const WORDS = new Set(
  "v1 billing_portal sessions configurations checkout expire customers disputes events invoices payment_intents refunds charges subscriptions subscription_schedules prices products webhook_endpoints search".split(
    " ",
  ),
);

/** Returns a request's name without IDs and query: `POST v1/checkout/sessions/{id}/expire`. */
export function operationOf(method: string, path: string): string {
  const [plain = ""] = path.split("?");
  const words = plain.split("/").filter(Boolean);
  return `${method} ${words.map((word) => (WORDS.has(word) ? word : "{id}")).join("/")}`;
}
