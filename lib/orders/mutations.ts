import "server-only";
import * as z from "zod/mini";
import { submitMessages } from "@/lib/orders/form-messages";
import {
  checkoutProblemSchema,
  type ReturnAddress,
  type ServerOrder,
  serverOrderSchema,
} from "@/lib/orders/order";
import { openCheckoutSchema } from "@/lib/orders/schema";
import { type Claim, codeStep } from "@/lib/orders/signed-links";
import type { sessionArguments } from "@/lib/stripe/sessions";
import { type Arguments, call, type RefusalTexts, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Result of reserve_order. A test compares the schemas in this file with the SQL. */
export const reservationSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["reserved", "replay"]), order: serverOrderSchema }),
  z.object({ outcome: z.literal("batch_taken") }),
  z.object({ outcome: z.literal("open_checkout"), open_checkouts: z.array(openCheckoutSchema) }),
]);
/**
 * replay: the same order was already reserved. batch_taken: the ID belongs to another order. open_checkout: the owner
 * has other open sessions.
 */
export type Reservation = z.infer<typeof reservationSchema>;

export const renamedOrderSchema = z.object({ outcome: z.literal("renamed") });

/**
 * Reserves quota and inserts the unpaid order, one call at a time per owner (`user_id`, or a guest's `guest_key`). The
 * reservation expires after 40 minutes. Throws 409 when the order is paid or pending, `standing` has changed, or the
 * cards exceed `monthly_limit`.
 */
export async function reserveOrder(args: Arguments<"reserve_order">): Promise<Reservation> {
  const texts: RefusalTexts = {
    over_allowance: ({ remaining }) => submitMessages.overAllowance(z.parse(z.number(), remaining)),
  };
  return call(serviceClient(), "reserve_order", args, reservationSchema, { texts });
}

/** Throws 404 when the order isn't theirs. */
export async function renameOrder(orderId: string, userId: string, title: string) {
  const args = { order_id: orderId, user_id: userId, title };
  return call(serviceClient(), "rename_order", args, renamedOrderSchema);
}

/**
 * Attaches a Checkout Session to its order if the attempt still matches. `attached` false: the order has changed, and
 * the caller must expire the session. Returns the current row, null when it was deleted.
 */
export async function attachCheckoutSession(order: ServerOrder, sessionId: string) {
  const args = { order_id: order.id, session_id: sessionId, attempt: order.checkout_attempt };
  const schema = z.object({ attached: z.boolean(), order: z.nullable(serverOrderSchema) });
  return call(serviceClient(), "attach_checkout_session", args, schema);
}

/** Increments checkout_attempt once among concurrent callers, for a new idempotency key. Returns the current order. */
export async function nextCheckoutAttempt(order: ServerOrder): Promise<ServerOrder> {
  const args = { order_id: order.id, from_attempt: order.checkout_attempt };
  const schema = z.object({ order: serverOrderSchema });
  return (await call(serviceClient(), "next_checkout_attempt", args, schema)).order;
}

/**
 * Cancels an unpaid order without a Checkout Session and frees its quota. An order with a session doesn't change,
 * unless the session is `unknownSessionId`, which Stripe can't find. In that case staff are notified.
 */
export async function cancelReservation(
  orderId: string,
  reason: string,
  unknownSessionId: string | null = null,
): Promise<void> {
  const args = { order_id: orderId, reason, unknown_session_id: unknownSessionId };
  await run(serviceClient(), "cancel_reservation", args);
}

export type CheckoutFacts = ReturnType<typeof sessionArguments> & {
  order_id: string;
  /** Token hash of the first tracking link, which is created with the first payment. */
  tracking_hash: string;
  email: string | null;
  shipping: Record<string, string> | null;
};

export const appliedCheckoutSchema = z.object({
  outcome: z.enum(["fulfilled", "duplicate", "pending", "failed", "canceled", "noop", "exception"]),
  /** Set when the outcome is `exception`. */
  reason: z.nullish(checkoutProblemSchema),
  order: z.nullable(serverOrderSchema),
  superseded_session_id: z.nullish(z.string()),
  /** Whether the webhook event is marked as processed. */
  is_event_done: z.optional(z.boolean()),
});
/**
 * duplicate: this session already paid for the order. exception: a payment that doesn't match (`reason`) was stored
 * for staff. `superseded_session_id`: another session of the order, which the caller must expire.
 */
export type AppliedCheckout = z.infer<typeof appliedCheckoutSchema>;

/**
 * Applies a Checkout Session's state to its order in one locked transition, with email, event and tracking link. A
 * payment always wins, and only a refund reverses it. Idempotent. Marks the webhook event `eventId` as processed,
 * unless a session must be expired.
 */
export async function applyCheckout(facts: CheckoutFacts, eventId: string | null = null) {
  return call(serviceClient(), "apply_checkout", { ...facts, event_id: eventId }, appliedCheckoutSchema);
}

/**
 * refunded: in full, and the order is canceled. exception: the refund doesn't match the payment. noted: stored with a
 * payment exception that has no order. unknown: not ours. stale: a later read is already stored.
 */
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

/**
 * Applies the total refunded so far in cents, which drops after a failed refund. A full refund cancels the order and
 * frees its quota. `fence` was taken before reading from Stripe.
 */
export async function applyRefund(args: Arguments<"apply_refund">): Promise<RefundOutcome> {
  const schema = z.object({ outcome: refundOutcomeSchema });
  return (await call(serviceClient(), "apply_refund", args, schema)).outcome;
}

/** See refundOutcomeSchema. */
export const disputeOutcomeSchema = z.enum(["noted", "duplicate", "unknown", "stale"]);

/**
 * Stores a dispute's Stripe status, for staff only. `fence` was taken before reading from Stripe. If there is no order,
 * `customer_id` shows whether a member paid.
 */
export async function applyDispute(args: Arguments<"apply_dispute">) {
  const schema = z.object({ outcome: disputeOutcomeSchema });
  return (await call(serviceClient(), "apply_dispute", args, schema)).outcome;
}

/** Emails a claim link to an order's address, at most once an hour. Throws 404 unless this browser paid for the order. */
export async function enqueueClaimLink(orderId: string, userId: string, guestKey: string) {
  const args = { order_id: orderId, user_id: userId, guest_key: guestKey };
  const schema = z.object({ outcome: z.literal("queued"), email: z.string() });
  return call(serviceClient(), "enqueue_claim_link", args, schema);
}

/** Adds a claim link's order to an account. Throws 400 if the order has moved since the link was created. */
export async function claimOrder({ orderId, timesLinked }: Claim, userId: string) {
  const args = { order_id: orderId, user_id: userId, times_linked: timesLinked };
  const schema = z.object({ outcome: z.literal("claimed"), batch_id: z.nullable(z.string()) });
  return call(serviceClient(), "claim_order", args, schema);
}

/** Removes an order from an account. `next` replaces the tracking link of `generation`. Throws like claimOrder. */
export async function unclaimOrder(
  { orderId, timesLinked }: Claim,
  userId: string,
  next?: { generation: number | null; token_hash: string },
) {
  const args = { order_id: orderId, user_id: userId, times_linked: timesLinked, ...next };
  const schema = z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("removed") }),
    z.object({ outcome: z.literal("link_needed"), generation: z.nullable(z.number()) }),
  ]);
  return call(serviceClient(), "unclaim_order", args, schema);
}

export const addressChangedSchema = z.object({ outcome: z.enum(["changed", "proof_needed"]) });

/** Changes the return address of an account's order and emails every address of the order and the account. */
export async function changeReturnAddress(
  orderId: string,
  userId: string,
  address: ReturnAddress,
  isProven: boolean,
) {
  const args = { order_id: orderId, user_id: userId, address, is_proven: isProven };
  return (await call(serviceClient(), "change_return_address", args, addressChangedSchema)).outcome;
}

/** Emails the code of the current step to the order's address, once per step. */
export async function sendAddressCode(orderId: string, userId: string): Promise<void> {
  const args = { order_id: orderId, user_id: userId, step: codeStep() };
  await run(serviceClient(), "send_address_code", args);
}

export const addressDisputedSchema = z.object({ outcome: z.literal("disputed") });

/** Puts an order's cards on hold, because someone who was emailed about a changed address didn't make the change. */
export async function disputeAddressChange(orderId: string) {
  const args = { order_id: orderId };
  return call(serviceClient(), "dispute_address_change", args, addressDisputedSchema);
}
