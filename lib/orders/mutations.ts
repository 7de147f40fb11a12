import "server-only";
import * as z from "zod/mini";
import type { MembershipPlan, PlanType } from "@/lib/base/plans";
import { submitMessages } from "@/lib/orders/form-messages";
import { checkoutProblemSchema, type ServerOrder, serverOrderSchema } from "@/lib/orders/order";
import { openCheckoutSchema } from "@/lib/orders/schema";
import { type SessionFacts, sessionArguments } from "@/lib/stripe/session-facts";
import { call, type RefusalTexts, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Reads what reserve_order answers. A test holds its words, as those of all answers here, against what the SQL can
 * write.
 */
export const reservationSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["reserved", "replay"]), order: serverOrderSchema }),
  z.object({ outcome: z.literal("batch_taken") }),
  z.object({ outcome: z.literal("open_checkout"), open_checkouts: z.array(openCheckoutSchema) }),
]);
/**
 * What became of a reservation. reserved: a new order. replay: the same one again. batch_taken: the id names another
 * order. open_checkout: other pages of the owner are open.
 */
export type Reservation = z.infer<typeof reservationSchema>;

/** Reads the result of rename_order. */
export const renamedOrderSchema = z.object({ outcome: z.literal("renamed") });

/** What plan, rate and limit of an account follow from: the plan of its active membership, or its place on the staff. */
export type Standing = "staff" | MembershipPlan | "none";

/**
 * Takes quota and writes the unpaid order in one step; callers of one owner wait for each other. The owner is `userId`,
 * or for a guest `guestKey`. `standing`: what plan, rate and limit were made of (null for a guest), which still has to be
 * so. `monthlyLimit` null: no limit. The reservation ends by itself after 40 minutes. Throws 409 when the order is paid or
 * its payment under way, the standing has changed, or the cards are more than the month has left.
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
  title: string | null;
  standing: Standing | null;
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
    p_title: input.title,
    p_placed_by_admin: input.standing === "staff",
    p_standing: input.standing,
  };
  const texts: RefusalTexts = {
    over_allowance: ({ remaining }) => submitMessages.overAllowance(z.parse(z.number(), remaining)),
  };
  return call(serviceClient(), "reserve_order", args, reservationSchema, { texts });
}

/** Stores the title that its owner gave a batch (empty: none). Throws 404 when the order isn't theirs. */
export async function renameOrder(orderId: string, userId: string, title: string) {
  const args = { p_order_id: orderId, p_user_id: userId, p_title: title };
  return call(serviceClient(), "rename_order", args, renamedOrderSchema);
}

/**
 * Ties a payment session to its order, if that is still at the attempt which `order` has. `attached` false: it moved
 * on, and the caller must expire the session; `order` in the answer is the row as it is now, null when it is gone.
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
 * Raises checkout_attempt, and so changes the idempotency key of the order's payment page; exactly one of several
 * concurrent callers raises it. Answers the order as it is now.
 */
export async function nextCheckoutAttempt(order: ServerOrder): Promise<ServerOrder> {
  const args = { p_order_id: order.id, p_from_attempt: order.checkout_attempt };
  const schema = z.object({ order: serverOrderSchema });
  return (await call(serviceClient(), "next_checkout_attempt", args, schema)).order;
}

/**
 * Cancels an unpaid order that has no payment session and frees its quota; `reason` goes into its story. An order
 * with a session stays as it is (fulfillCheckout asks the payment service first), unless it is `unknownSessionId`, which
 * the payment service does not have: staff are notified.
 */
export async function cancelReservation(
  orderId: string,
  reason: string,
  unknownSessionId: string | null = null,
): Promise<void> {
  const args = { p_order_id: orderId, p_reason: reason, p_unknown_session_id: unknownSessionId };
  await run(serviceClient(), "cancel_reservation", args);
}

/** What a payment session of an order says now, as apply_checkout takes it. Null: the session does not say. */
export type CheckoutFacts = SessionFacts & {
  orderId: string;
  /** Hash of the token of the order's first tracking link, which a first payment makes. */
  trackingHash: string;
  email: string | null;
  shipping: Record<string, string> | null;
};

/** Reads what apply_checkout answers. */
export const appliedCheckoutSchema = z.object({
  outcome: z.enum(["fulfilled", "duplicate", "pending", "failed", "canceled", "noop", "exception"]),
  /** With `exception`. */
  reason: z.nullish(checkoutProblemSchema),
  order: z.nullable(serverOrderSchema),
  superseded_session_id: z.nullish(z.string()),
  /** Whether the delivery that this is the work of is noted as worked. */
  is_event_done: z.optional(z.boolean()),
});
/**
 * What became of an order by its session. fulfilled: paid now. duplicate: paid by it before. pending: its money is
 * under way. failed, canceled: the order is. noop: nothing changed. exception: money that does not fit (`reason`) was
 * noted for staff. `superseded_session_id` names another session of the order that must be closed.
 */
export type AppliedCheckout = z.infer<typeof appliedCheckoutSchema>;

/**
 * Applies a payment session's state to its order: one locked transition with mail, event and tracking link. Money
 * that was taken always wins, and nothing takes a payment back but a refund. The same facts again give the same
 * answer. `eventId` names the recorded delivery that asks for it: it is noted as worked in the same step, unless a session
 * is left to be closed.
 */
export async function applyCheckout(
  facts: CheckoutFacts,
  eventId: string | null = null,
): Promise<AppliedCheckout> {
  const args = {
    ...sessionArguments(facts),
    p_order_id: facts.orderId,
    p_tracking_hash: facts.trackingHash,
    p_email: facts.email,
    p_shipping: facts.shipping,
    p_event_id: eventId,
  };
  return call(serviceClient(), "apply_checkout", args, appliedCheckoutSchema);
}

/**
 * Reads what apply_refund answers. refunded: all of it, and the order is canceled. partial: a part. duplicate: known
 * before. exception: it does not fit the payment. noted: money of no order, kept with its exception. unknown: none of
 * ours. stale: a later read was written before.
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
/** What became of an order by what was refunded. */
export type RefundOutcome = z.infer<typeof refundOutcomeSchema>;

/**
 * Applies all that was refunded of a payment so far, in cents (less than before when a refund has failed). All of it
 * cancels the order and frees its quota, a part is noted. `fence` was taken before the payment service was read.
 */
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

/** Reads what apply_dispute answers; its words are those of a refund. */
export const disputeOutcomeSchema = z.enum(["noted", "duplicate", "unknown", "stale"]);
type DisputeOutcome = z.infer<typeof disputeOutcomeSchema>;

/**
 * Notes the state of a dispute about a payment, in the payment service's word, for staff alone. `fence` was taken
 * before the payment service was read. Where no order was paid by it, `customerId` tells whether a member paid.
 */
export async function applyDispute(facts: {
  paymentIntentId: string;
  fence: number;
  status: string;
  customerId: string | null;
}): Promise<DisputeOutcome> {
  const args = {
    p_payment_intent_id: facts.paymentIntentId,
    p_fence: facts.fence,
    p_status: facts.status,
    p_customer_id: facts.customerId,
  };
  const schema = z.object({ outcome: disputeOutcomeSchema });
  return (await call(serviceClient(), "apply_dispute", args, schema)).outcome;
}
