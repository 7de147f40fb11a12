import "server-only";
import type { PlanType } from "@/lib/base/plans";
import type { ServerOrder } from "@/lib/orders/order";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** The generated types know no null arguments; the functions take them. */
const orNull = (value: string | number | null) => value as never;

export type Reservation =
  | { outcome: "reserved" | "replay" | "already_paid"; order: ServerOrder }
  | { outcome: "batch_taken" }
  | { outcome: "open_checkout"; open_checkouts: OpenCheckout[] }
  | { outcome: "quota_exceeded"; remaining: number };

export type OpenCheckout = { order_id: string; batch_id: string; stripe_session_id: string | null };

/** Takes quota and writes the unpaid order, one owner at a time. See the SQL function of this name. */
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
  const result = await serviceClient().rpc("reserve_order", {
    p_user_id: orNull(input.userId),
    p_user_email: orNull(input.userEmail),
    p_guest_key: orNull(input.guestKey),
    p_batch_id: input.batchId,
    p_plan_type: input.plan,
    p_num_cards: input.numCards,
    p_rate_cents: input.rateCents,
    p_monthly_limit: orNull(input.monthlyLimit),
    p_notes: orNull(input.notes),
    p_placed_by_admin: input.placedByAdmin,
  });
  return unwrap(result) as Reservation;
}

/** Ties a payment session to its order. `attached` false: the order moved on, and the session must be expired. */
export async function attachCheckoutSession(
  order: ServerOrder,
  sessionId: string,
): Promise<{ attached: boolean; order: ServerOrder }> {
  const result = await serviceClient().rpc("attach_checkout_session", {
    p_order_id: order.id,
    p_session_id: sessionId,
    p_attempt: order.checkout_attempt,
  });
  return unwrap(result) as { attached: boolean; order: ServerOrder };
}

/** Raises the attempt, and so the idempotency key; of several callers only one does. */
export async function advanceCheckoutAttempt(order: ServerOrder): Promise<ServerOrder> {
  const result = await serviceClient().rpc("next_checkout_attempt", {
    p_order_id: order.id,
    p_from_attempt: order.checkout_attempt,
  });
  return (unwrap(result) as { order: ServerOrder }).order;
}

/** Frees the quota of an order that has no payment session. */
export async function cancelReservation(orderId: string, reason: string): Promise<void> {
  unwrap(await serviceClient().rpc("cancel_reservation", { p_order_id: orderId, p_reason: reason }));
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

export type AppliedCheckout = {
  outcome: "fulfilled" | "duplicate" | "pending" | "failed" | "canceled" | "noop" | "exception";
  reason: string | null;
  order: ServerOrder | null;
  superseded_session_id: string | null;
};

/** Applies a payment session's state to its order: one locked, sticky transition, mail, event and tracking link included. */
export async function applyCheckout(facts: CheckoutFacts): Promise<AppliedCheckout> {
  const result = await serviceClient().rpc("apply_checkout", {
    p_session_id: facts.sessionId,
    p_order_id: facts.orderId,
    p_session_status: orNull(facts.sessionStatus),
    p_payment_status: facts.paymentStatus,
    p_amount_cents: orNull(facts.amountCents),
    p_currency: orNull(facts.currency),
    p_livemode: facts.livemode,
    p_expected_livemode: facts.expectedLivemode,
    p_tracking_hash: facts.trackingHash,
    p_payment_intent_id: orNull(facts.paymentIntentId),
    p_receipt_url: orNull(facts.receiptUrl),
    p_email: orNull(facts.email),
    p_shipping: facts.shipping as never,
    p_async_failed: facts.asyncFailed,
  });
  return unwrap(result) as AppliedCheckout;
}

/** Deletes guests' orders that never saw money, 30 days on; answers how many. */
export async function purgeAbandonedOrders(): Promise<number> {
  return (unwrap(await serviceClient().rpc("purge_abandoned_orders", {})) as { deleted: number }).deleted;
}

/** `noted`: money of no order, kept with its exception. `unknown`: none of ours. `stale`: a later read was written. */
export type RefundOutcome =
  | "refunded"
  | "partial"
  | "duplicate"
  | "exception"
  | "noted"
  | "unknown"
  | "stale";

/** Applies all that was refunded of a payment so far; all of it cancels the order. See the SQL function. */
export async function applyRefund(facts: {
  paymentIntentId: string;
  fence: number;
  refundedCents: number;
  livemode: boolean;
  expectedLivemode: boolean;
}): Promise<RefundOutcome> {
  const result = await serviceClient().rpc("apply_refund", {
    p_payment_intent_id: facts.paymentIntentId,
    p_fence: facts.fence,
    p_refunded_cents: facts.refundedCents,
    p_livemode: facts.livemode,
    p_expected_livemode: facts.expectedLivemode,
  });
  return (unwrap(result) as { outcome: RefundOutcome }).outcome;
}

type DisputeOutcome = "noted" | "duplicate" | "unknown" | "stale";

/** Notes the state of a dispute about a payment, for staff alone. */
export async function applyDispute(
  paymentIntentId: string,
  fence: number,
  status: string,
): Promise<DisputeOutcome> {
  const result = await serviceClient().rpc("apply_dispute", {
    p_payment_intent_id: paymentIntentId,
    p_fence: fence,
    p_status: status,
  });
  return (unwrap(result) as { outcome: DisputeOutcome }).outcome;
}

/** An order's tracking link: the hash of its token, and which in a row it is. */
export type TrackingLink = {
  order_id: string;
  generation: number;
  token_hash: string;
  is_active: boolean;
};

/** Ends (`tokenHash` null) or replaces a link for its owner. See the SQL function of this name. */
export async function replaceTrackingLink(input: {
  orderId: string;
  userId: string | null;
  guestKey: string | null;
  generation: number;
  tokenHash: string | null;
}): Promise<{ outcome: "replaced" | "stale"; link: TrackingLink } | { outcome: "not_found" }> {
  const result = await serviceClient().rpc("replace_tracking_link", {
    p_order_id: input.orderId,
    p_user_id: orNull(input.userId),
    p_guest_key: orNull(input.guestKey),
    p_generation: input.generation,
    p_token_hash: orNull(input.tokenHash),
  });
  return unwrap(result) as { outcome: "replaced" | "stale"; link: TrackingLink } | { outcome: "not_found" };
}
