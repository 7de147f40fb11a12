import "server-only";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";

/** Ends a payment page that must not be paid any more; one that is not open stays as it is. */
export async function closeSession(sessionId: string): Promise<void> {
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 400 || statusCode === 404) return;
    throw paymentsUnavailable(error);
  }
}
