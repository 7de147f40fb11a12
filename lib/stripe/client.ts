import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { noteOutcome } from "@/lib/base/service-outcomes";
import { watchCall } from "@/lib/base/watched-call";

let client: Stripe | undefined;

/**
 * Returns the client of the payment service, made once. A call is given up after 5 s and made once more. The API version is
 * the SDK's own; the webhook endpoint in the dashboard must be set to the same.
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

/** The SDK's own way over the net, which watches each try and notes how it ended: a refusal is an answer, too. */
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

/** Returns whether an error says that the payment service has no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/**
 * Returns whether an error says that a call was refused for its contents, so that sending it again unchanged is of no
 * use.
 */
export function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Returns whether our key is invalid or may not make the call; nothing was done then. */
export function isForbidden(error: unknown): boolean {
  const { StripePermissionError, StripeAuthenticationError } = Stripe.errors;
  return error instanceof StripePermissionError || error instanceof StripeAuthenticationError;
}

const TRIES_WHILE_IN_PROGRESS = 10;
const WAIT_WHILE_IN_PROGRESS_MS = 200;

/**
 * Creates a call that carries an idempotency key, and makes it again every 200 ms, ten times at most, while the payment
 * service answers that the same call is under way (status 409), as it does for a second click of the same person.
 * Throws what the call throws.
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
 * Returns whether an error asks for a new idempotency key: the key was used with other contents, or the payment service
 * failed (500 and above). It keeps that answer under the key for a day and would repeat it
 * (https://docs.stripe.com/api/idempotent_requests).
 */
export function needsNewKey(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}

/** Turns an error of the payment service into the 503 that handlers answer with. */
export function paymentsUnavailable(error: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError("payments", error);
}

/** What the paths of the payment service's API are made of, as far as we call it; everything else in them is an id. */
const WORDS = new Set(
  "v1 billing_portal sessions configurations checkout expire customers disputes events invoices payment_intents refunds charges subscriptions subscription_schedules prices products webhook_endpoints search".split(
    " ",
  ),
);

/** Returns what a request to the payment service does, without ids and query: `POST v1/checkout/sessions/{id}/expire`. */
export function operationOf(method: string, path: string): string {
  const [plain = ""] = path.split("?");
  const words = plain.split("/").filter(Boolean);
  return `${method} ${words.map((word) => (WORDS.has(word) ? word : "{id}")).join("/")}`;
}
