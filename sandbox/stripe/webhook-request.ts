import Stripe from "stripe";

const TIMEOUT_MS = 10_000;

/** How one try to deliver an event went; `at` in milliseconds since the epoch. */
export interface TryOutcome {
  at: number;
  /** The endpoint's status, null if there was no answer. */
  status: number | null;
  error?: string;
}

/** Posts a signed event and reports how it went; never throws. A redirect counts as a failure, as it does at Stripe. */
export async function postWebhook(
  endpoint: { url: string; secret: string },
  event: Stripe.EventBase,
  stop: AbortSignal,
): Promise<TryOutcome> {
  const at = Date.now();
  const payload = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: endpoint.secret,
    // The receiver compares it with its own clock, so the moved clock of the sandbox must not show here.
    timestamp: Math.floor(at / 1000),
  });
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      body: payload,
      redirect: "manual",
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": signature,
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
    });
    await response.body?.cancel();
    return { at, status: response.status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { at, status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
