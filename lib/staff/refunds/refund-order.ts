import "server-only";
import type Stripe from "stripe";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { beginRefund, finishRefund, type Refunder } from "@/lib/staff/refunds/mutations";
import type { RefundBody } from "@/lib/staff/refunds/schema";
import { isForbidden, isRefused, needsNewKey, onceUnderWay, stripe } from "@/lib/stripe/client";
import { refundMetadata } from "@/lib/stripe/metadata";

/**
 * Gives money of an order, or of a proposal about it, back through the payment service, once for each request id however often it is asked.
 *
 * 1. The database writes the refund down. It refuses while another refund of the order is under way, beyond what is
 *    left, and from a form that saw an older sum of refunds.
 * 2. The payment service is asked under a key of request and attempt. When the request is not new, its list is looked
 *    at first: an earlier call may have come through although nobody heard its answer.
 * 3. The order, or the proposal, is brought in step by reading all its refunds anew (syncRefund), and only then the attempt is closed.
 *
 * Above REFUND_ALERT_CENTS it takes an owner, or a second factor used in the last 15 minutes (403).
 *
 * Errors say whether money moved: with 409 and 422 it did not, also when our key may not refund; with 503 nobody knows yet, and the same request
 * continues where this one broke off.
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

type Request = { id: string; attempt: number; amount_cents: number; order_id: string };

/**
 * Makes a refund that the database has written down as started, and closes its attempt; answers its id at the payment
 * service. Throws AppError as refundOrder says.
 */
export async function completeRefund(
  request: Request,
  paymentIntentId: string,
  isFirst: boolean,
): Promise<string> {
  const refund = await makeRefund(request, paymentIntentId, isFirst);
  const failure = failureOf(refund);
  // In this order: while the order does not know of the refund yet, no other one may begin.
  await syncRefund(paymentIntentId);
  await finishRefund(request, refund.id, failure);
  if (failure) throw new AppError("refund_refused", { text: failure });
  return refund.id;
}

/** Makes the refund, or finds the one that an earlier attempt has made. Closes the attempt where it surely failed. */
async function makeRefund(
  request: Request,
  paymentIntentId: string,
  isFirst: boolean,
): Promise<Stripe.Refund> {
  const unconfirmed = (cause: unknown) => {
    log.error("refund.unconfirmed", cause, { order: request.order_id });
    return new AppError("refund_unconfirmed", { cause });
  };
  // A key is forgotten after a day, and a failed call may have been done all the same: the list never lies.
  const made = isFirst
    ? undefined
    : await findRefund(request.id, paymentIntentId).catch((error: unknown) => {
        throw unconfirmed(error);
      });
  if (made) return made;
  try {
    return await onceUnderWay(() =>
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
    if (isRefused(error) || isForbidden(error)) {
      const failure = `The payment service refused: ${(error as Error).message}`;
      await finishRefund(request, null, failure);
      // The payment service may know of refunds that the order does not.
      if (isRefused(error)) await syncRefund(paymentIntentId);
      throw new AppError("refund_refused", { text: failure, cause: error });
    }
    if (needsNewKey(error)) {
      // It may have been made all the same: the order must know before another refund may begin. A stored failure answers
      // the same for ever: the next press asks under a new key, after a look at the list.
      await syncRefund(paymentIntentId)
        .then(() => finishRefund(request, null, "The payment service failed."))
        .catch((cause: unknown) => log.error("refund.not_closed", cause, { order: request.order_id }));
    }
    throw unconfirmed(error);
  }
}

/** Finds the refund of this request in the payment service's list; those that failed do not count. */
export async function findRefund(
  requestId: string,
  paymentIntentId: string,
): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
    if (refund.metadata?.refund_request === requestId && !failureOf(refund)) return refund;
  }
  return undefined;
}

/** Says why a refund failed; null for one that was made or is on its way. */
function failureOf(refund: Stripe.Refund): string | null {
  if (refund.status !== "failed" && refund.status !== "canceled") return null;
  return `The payment service couldn't refund this: ${refund.failure_reason ?? refund.status}.`;
}
