import "server-only";
import * as z from "zod/mini";
import type { PlanType } from "@/lib/base/plans";
import {
  checkoutProblemSchema,
  openCheckoutSchema,
  type ServerOrder,
  serverOrderSchema,
  trackingLinkSchema,
} from "@/lib/orders/order";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

export const reservationSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["reserved", "replay", "already_paid"]), order: serverOrderSchema }),
  z.object({ outcome: z.literal("batch_taken") }),
  z.object({ outcome: z.literal("open_checkout"), open_checkouts: z.array(openCheckoutSchema) }),
  z.object({ outcome: z.literal("quota_exceeded"), remaining: z.number() }),
]);
export type Reservation = z.infer<typeof reservationSchema>;

/**
 * Takes quota and writes the unpaid order; callers of one owner wait for each other. See the SQL function of this
 * name.
 */
export async function reserveOrder(input: {
  userId: string | null;
  userEmail: string | null;
  guestKey: string | null;
  batchId: string;
  plan: PlanType;
  numCards: number;
  rateCents: number;
  monthlyLimit: number | null;
  notes: string | null;
  placedByAdmin: boolean;
}): Promise<Reservation> {
  const args = {
    p_user_id: input.userId,
    p_user_email: input.userEmail,
    p_guest_key: input.guestKey,
    p_batch_id: input.batchId,
    p_plan_type: input.plan,
    p_num_cards: input.numCards,
    p_rate_cents: input.rateCents,
    p_monthly_limit: input.monthlyLimit,
    p_notes: input.notes,
    p_placed_by_admin: input.placedByAdmin,
  };
  return call(serviceClient(), "reserve_order", args, reservationSchema);
}

/**
 * Ties a payment session to its order. `attached` false: the order moved on, and the session must be expired; the
 * order is null when it is gone.
 */
export async function attachCheckoutSession(
  order: ServerOrder,
  sessionId: string,
): Promise<{ attached: boolean; order: ServerOrder | null }> {
  const args = { p_order_id: order.id, p_session_id: sessionId, p_attempt: order.checkout_attempt };
  const schema = z.object({ attached: z.boolean(), order: z.nullable(serverOrderSchema) });
  return call(serviceClient(), "attach_checkout_session", args, schema);
}

/**
 * Raises checkout_attempt, and so changes the idempotency key; exactly one of several concurrent callers succeeds.
 * Answers the order as it is now.
 */
export async function advanceCheckoutAttempt(order: ServerOrder): Promise<ServerOrder> {
  const args = { p_order_id: order.id, p_from_attempt: order.checkout_attempt };
  const schema = z.object({ order: serverOrderSchema });
  return (await call(serviceClient(), "next_checkout_attempt", args, schema)).order;
}

/** Frees the quota of an order that has no payment session. */
export async function cancelReservation(orderId: string, reason: string): Promise<void> {
  await run(serviceClient(), "cancel_reservation", { p_order_id: orderId, p_reason: reason });
}

/** What a payment session says now, as `apply_checkout` takes it. */
export type CheckoutFacts = {
  sessionId: string;
  orderId: string;
  sessionStatus: string | null;
  paymentStatus: string;
  amountCents: number | null;
  currency: string | null;
  livemode: boolean;
  expectedLivemode: boolean;
  /** Of the order's first tracking link. */
  trackingHash: string;
  paymentIntentId: string | null;
  receiptUrl: string | null;
  email: string | null;
  shipping: Record<string, string> | null;
  asyncFailed: boolean;
};

export const appliedCheckoutSchema = z.object({
  outcome: z.enum(["fulfilled", "duplicate", "pending", "failed", "canceled", "noop", "exception"]),
  /** With `exception`. */
  reason: z.nullish(checkoutProblemSchema),
  order: z.nullable(serverOrderSchema),
  superseded_session_id: z.nullish(z.string()),
});
export type AppliedCheckout = z.infer<typeof appliedCheckoutSchema>;

/** Applies a payment session's state to its order: one locked, sticky transition, mail, event and tracking link included. */
export async function applyCheckout(facts: CheckoutFacts): Promise<AppliedCheckout> {
  const args = {
    p_session_id: facts.sessionId,
    p_order_id: facts.orderId,
    p_session_status: facts.sessionStatus,
    p_payment_status: facts.paymentStatus,
    p_amount_cents: facts.amountCents,
    p_currency: facts.currency,
    p_livemode: facts.livemode,
    p_expected_livemode: facts.expectedLivemode,
    p_tracking_hash: facts.trackingHash,
    p_payment_intent_id: facts.paymentIntentId,
    p_receipt_url: facts.receiptUrl,
    p_email: facts.email,
    p_shipping: facts.shipping,
    p_async_failed: facts.asyncFailed,
  };
  return call(serviceClient(), "apply_checkout", args, appliedCheckoutSchema);
}

/** Deletes guests' orders that never saw money, 30 days on; answers how many. */
export async function purgeAbandonedOrders(): Promise<number> {
  const schema = z.object({ deleted: z.number() });
  return (await call(serviceClient(), "purge_abandoned_orders", {}, schema)).deleted;
}

/** `noted`: money of no order, kept with its exception. `unknown`: none of ours. `stale`: a later read was written. */
export const refundOutcomeSchema = z.enum([
  "refunded",
  "partial",
  "duplicate",
  "exception",
  "noted",
  "unknown",
  "stale",
]);
export type RefundOutcome = z.infer<typeof refundOutcomeSchema>;

/** Applies all that was refunded of a payment so far, in cents; all of it cancels the order. See the SQL function. */
export async function applyRefund(facts: {
  paymentIntentId: string;
  fence: number;
  refundedCents: number;
  livemode: boolean;
  expectedLivemode: boolean;
}): Promise<RefundOutcome> {
  const args = {
    p_payment_intent_id: facts.paymentIntentId,
    p_fence: facts.fence,
    p_refunded_cents: facts.refundedCents,
    p_livemode: facts.livemode,
    p_expected_livemode: facts.expectedLivemode,
  };
  const schema = z.object({ outcome: refundOutcomeSchema });
  return (await call(serviceClient(), "apply_refund", args, schema)).outcome;
}

export const disputeOutcomeSchema = z.enum(["noted", "duplicate", "unknown", "stale"]);
type DisputeOutcome = z.infer<typeof disputeOutcomeSchema>;

/** Notes the state of a dispute about a payment, for staff alone. */
export async function applyDispute(
  paymentIntentId: string,
  fence: number,
  status: string,
): Promise<DisputeOutcome> {
  const args = { p_payment_intent_id: paymentIntentId, p_fence: fence, p_status: status };
  const schema = z.object({ outcome: disputeOutcomeSchema });
  return (await call(serviceClient(), "apply_dispute", args, schema)).outcome;
}

export const replacedLinkSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["replaced", "stale"]), link: trackingLinkSchema }),
  z.object({ outcome: z.literal("not_found") }),
]);

/** Ends (`tokenHash` null) or replaces a link for its owner. See the SQL function of this name. */
export async function replaceTrackingLink(input: {
  orderId: string;
  userId: string | null;
  guestKey: string | null;
  generation: number;
  tokenHash: string | null;
}): Promise<z.infer<typeof replacedLinkSchema>> {
  const args = {
    p_order_id: input.orderId,
    p_user_id: input.userId,
    p_guest_key: input.guestKey,
    p_generation: input.generation,
    p_token_hash: input.tokenHash,
  };
  return call(serviceClient(), "replace_tracking_link", args, replacedLinkSchema);
}
