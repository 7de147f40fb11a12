import "server-only";
import type Stripe from "stripe";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import type { ProposalAccess } from "@/lib/orders/tracking/proposal-access";
import {
  beginAdjustmentRefund,
  beginCancellation,
  beginRefund,
  finishRefund,
  type Refunder,
  type StuckRefund,
} from "@/lib/staff/refunds/mutations";
import type { RefundBody, RefundRequestRow } from "@/lib/staff/refunds/schema";
import {
  isForbidden,
  isInvalidRequest,
  needsNewIdempotencyKey,
  retryWhileInProgress,
  stripe,
  throwUnavailable,
} from "@/lib/stripe/client";
import { refundMetadata } from "@/lib/stripe/metadata";

/**
 * Refunds an order's payment, or the payment of a question about it, through Stripe, once per request ID.
 *
 * 1. The database records the refund. It refuses if another refund of the order is running, if the amount exceeds the
 *    remainder, or if the form showed an outdated refunded sum.
 * 2. Stripe is called with an idempotency key derived from the request and attempt. For a repeated request, Stripe's
 *    list of refunds is checked first, since an earlier call may have succeeded without a response.
 * 3. The order or question is updated from all its refunds (syncRefund). Only then is the attempt closed.
 *
 * Amounts above REFUND_ALERT_CENTS require an owner, or a second factor used in the last 15 minutes (403).
 *
 * With 409 and 422 no money was refunded, including when our key lacks permission. With 503 the outcome is unknown, and
 * the same request can be continued.
 */
export async function refundOrder(
  who: Refunder,
  orderId: string,
  body: RefundBody,
): Promise<{ outcome: "done" }> {
  const begun = await beginRefund(who, orderId, body);
  if (begun.outcome === "started") {
    const refundId = await completeRefund(begun.request, begun.payment_intent_id, begun.is_first);
    log.info("refund.made", { order: orderId, refund: refundId, cents: begun.request.amount_cents });
  }
  return { outcome: "done" };
}

/**
 * Cancels a batch for its customer. A batch that wasn't shipped is refunded immediately, and only once, since the
 * refund uses the order's ID. For a shipped batch, creates a request for staff to decide. `in_progress`: a refund is
 * running, or Stripe refused or didn't respond, so staff decide. `amountCents` is the amount the page showed. Throws
 * AppError when the package has arrived, the order isn't paid, the amount differs, or it isn't the customer's order
 * (404). Throws 503 when the database doesn't respond.
 */
export async function refundCancellation(
  orderId: string,
  decider: ProposalAccess,
  amountCents: number,
): Promise<{ outcome: "canceled" | "asked" | "in_progress" }> {
  const begun = await beginCancellation(orderId, decider, amountCents);
  if (begun.outcome === "canceled_before") return { outcome: "canceled" };
  if (begun.outcome === "asked_before") return { outcome: "asked" };
  if (begun.outcome !== "started") return { outcome: begun.outcome };
  const isMade = await tryRefund(begun, "cancellation.not_refunded", { order: orderId });
  return { outcome: isMade ? "canceled" : "in_progress" };
}

/**
 * Refunds missing cards when the customer chose this or didn't respond, and only once, since the refund uses the
 * question's ID. `later`: another refund of the order is running, or Stripe refused or didn't respond, and the
 * reconcile job tries again. Throws when the database doesn't respond.
 */
export async function refundShortage(
  adjustmentId: string,
): Promise<"done" | "by_hand" | "later" | "not_due"> {
  const begun = await beginAdjustmentRefund(adjustmentId);
  switch (begun.outcome) {
    case "not_due":
      return "not_due";
    case "done_before":
      return "done";
    case "not_paid_by_card":
      return "by_hand";
    case "in_progress":
      return "later";
  }
  const isMade = await tryRefund(begun, "adjustment.not_refunded", { adjustment: adjustmentId });
  return isMade ? "done" : "later";
}

/**
 * Creates a refund in the background. Returns whether it succeeded, and logs the reason if not. Throws when the
 * database doesn't respond.
 */
async function tryRefund(
  begun: { request: RefundRequestRow; payment_intent_id: string; is_first: boolean },
  event: string,
  fields: Record<string, string>,
): Promise<boolean> {
  try {
    await completeRefund(begun.request, begun.payment_intent_id, begun.is_first);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error(event, error, fields);
    return false;
  }
}

/**
 * Finishes an abandoned refund with its outcome in Stripe. Never creates the refund: one that Stripe doesn't have is
 * closed as failed and can be restarted. Updates the order first, so that no other refund starts in between. Throws
 * 503 when Stripe or the database doesn't respond.
 */
export async function finishStuckRefund({ request, payment_intent_id: paymentIntentId }: StuckRefund) {
  const made = await findRefund(request.id, paymentIntentId).catch(throwUnavailable);
  await syncRefund(paymentIntentId);
  const failure = made ? null : "Stripe has no record of this refund, so no money was sent.";
  await finishRefund(request, made?.id ?? null, failure);
  log.warn("refund.finished", { order: request.order_id, request: request.id, is_made: made !== undefined });
}

async function completeRefund(request: RefundRequestRow, paymentIntentId: string, isFirst: boolean) {
  const refund = await makeRefund(request, paymentIntentId, isFirst);
  const failure = failureOf(refund);
  // The order must include this refund before another one can start.
  await syncRefund(paymentIntentId);
  await finishRefund(request, refund.id, failure);
  if (failure) throw new AppError("refund_refused", { text: failure });
  return refund.id;
}

/** Creates the refund or returns the one from an earlier attempt. Closes the attempt if it definitely failed. */
async function makeRefund(request: RefundRequestRow, paymentIntentId: string, isFirst: boolean) {
  const unconfirmed = (cause: unknown) => {
    log.error("refund.unconfirmed", cause, { order: request.order_id });
    return new AppError("refund_unconfirmed", { cause });
  };
  // Idempotency keys expire after 24 hours, so Stripe's refund list is checked first.
  const made = isFirst
    ? undefined
    : await findRefund(request.id, paymentIntentId).catch((error: unknown) => {
        throw unconfirmed(error);
      });
  if (made) return made;
  try {
    return await retryWhileInProgress(() =>
      stripe().refunds.create(
        {
          payment_intent: paymentIntentId,
          amount: request.amount_cents,
          reason: "requested_by_customer",
          metadata: refundMetadata(request.order_id, request.id),
        },
        { idempotencyKey: `refund:${request.id}:${request.attempt}` },
      ),
    );
  } catch (error) {
    if (isInvalidRequest(error) || isForbidden(error)) {
      const failure = `Stripe refused this refund: ${(error as Error).message}`;
      await finishRefund(request, null, failure);
      // Stripe may have refunds that the order doesn't include.
      if (isInvalidRequest(error)) await syncRefund(paymentIntentId);
      throw new AppError("refund_refused", { text: failure, cause: error });
    }
    if (needsNewIdempotencyKey(error)) {
      // The refund may have been created anyway, so the order must include it before another refund starts. A stored
      // failure is final for its key, so the next attempt checks the list and then uses a new key.
      await syncRefund(paymentIntentId)
        .then(() => finishRefund(request, null, "Stripe had an error."))
        .catch((cause: unknown) => log.error("refund.not_closed", cause, { order: request.order_id }));
    }
    throw unconfirmed(error);
  }
}

/** Returns this request's refund from Stripe's list, ignoring failed ones. */
async function findRefund(requestId: string, paymentIntentId: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
    if (refund.metadata?.refund_request === requestId && !failureOf(refund)) return refund;
  }
  return undefined;
}

/** Returns why a refund failed. Null for a refund that succeeded or is pending. */
function failureOf(refund: Stripe.Refund): string | null {
  if (refund.status !== "failed" && refund.status !== "canceled") return null;
  return `Stripe couldn't refund this: ${refund.failure_reason ?? refund.status}.`;
}
