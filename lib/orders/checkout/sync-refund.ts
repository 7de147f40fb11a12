import "server-only";
import { isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { fulfilSession } from "@/lib/orders/checkout/fulfil-session";
import { applyDispute, applyRefund, type RefundOutcome } from "@/lib/orders/mutations";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { idOf, parseAdjustmentMetadata, parseOrderMetadata } from "@/lib/stripe/metadata";
import { nextReadFence } from "@/lib/supabase/mutations";

/**
 * Brings an order, or a proposal about one, in step with what was refunded of its payment so far. A fence is taken before the refunds are read,
 * so that of two reads the later one counts, whoever writes first. A refund that is heard of before the payment
 * itself pays the order first. `missing`: the payment service knows no such payment. Throws 503 when it or the
 * database cannot be asked.
 */
export async function syncRefund(paymentIntentId: string): Promise<RefundOutcome | "missing"> {
  const intent = await orNull(() => stripe().paymentIntents.retrieve(paymentIntentId));
  if (!intent) return "missing";
  const apply = async () => {
    const fence = await nextReadFence();
    const refundedCents = await sumOfRefunds(paymentIntentId);
    const { livemode } = intent;
    return applyRefund({ paymentIntentId, fence, refundedCents, livemode, expectedLivemode: isLivemode() });
  };
  let outcome = await apply();
  const isOurs = parseOrderMetadata(intent.metadata) ?? parseAdjustmentMetadata(intent.metadata);
  if (outcome === "unknown" && isOurs && (await fulfilPayment(paymentIntentId))) {
    outcome = await apply();
  }
  log.info("refund.applied", { payment: paymentIntentId, outcome });
  return outcome;
}

/**
 * Notes what the payment service says of a dispute now, for staff alone; nothing of it is shown to the customer. One about
 * a membership's payment, or about money that fits no order, becomes or joins a payment exception.
 * Answers what became of it, `missing` for a dispute that does not exist or is of no payment. Throws 503 as
 * syncRefund does.
 */
export async function syncDispute(disputeId: string): Promise<string> {
  const fence = await nextReadFence();
  const dispute = await orNull(() => stripe().disputes.retrieve(disputeId, { expand: ["charge"] }));
  const paymentIntentId = idOf(dispute?.payment_intent);
  if (!dispute || !paymentIntentId) return "missing";
  const { charge, status } = dispute;
  const customerId = typeof charge === "object" ? idOf(charge.customer) : null;
  const outcome = await applyDispute({ paymentIntentId, fence, status, customerId });
  log.warn("dispute.applied", { payment: paymentIntentId, status, outcome });
  return outcome;
}

/** Sums up, in cents, what has gone back or is on its way; a refund that failed is money that we hold again. */
async function sumOfRefunds(paymentIntentId: string): Promise<number> {
  let sum = 0;
  try {
    for await (const refund of stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
      if (refund.status !== "failed" && refund.status !== "canceled") sum += refund.amount;
    }
  } catch (error) {
    throw paymentsUnavailable(error);
  }
  return sum;
}

/** Fulfils the order or proposal of a payment whose webhook has not come yet; answers false when no payment page made it. */
async function fulfilPayment(paymentIntentId: string): Promise<boolean> {
  const sessions = await orNull(() => stripe().checkout.sessions.list({ payment_intent: paymentIntentId }));
  const [session] = sessions?.data ?? [];
  if (!session) return false;
  await fulfilSession(session.id);
  return true;
}

/** Reads from the payment service; null for what it does not have, 503 when it cannot be asked. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw paymentsUnavailable(error);
  }
}
