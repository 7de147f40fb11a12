import "server-only";
import * as z from "zod/mini";
import { checkoutProblemSchema } from "@/lib/orders/order";
import { adjustmentSchema, payableAdjustmentSchema } from "@/lib/orders/schema";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import type { Decision } from "@/lib/orders/tracking/schema";
import { type SessionFacts, sessionArguments } from "@/lib/stripe/session-facts";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const nullableSession = z.nullable(z.string());

/** What decide_adjustment returns. A test compares all schemas here with what the SQL can write. */
export const decidedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["decided", "decided_before"]), adjustment: adjustmentSchema }),
  z.object({ outcome: z.literal("page_open"), stripe_session_id: nullableSession }),
]);
/** What became of the customer's answer. page_open: its payment page has to be closed first. */
export type Decided = z.infer<typeof decidedSchema>;

/** Notes the customer's answer to a proposal, once; the same answer again is `decided_before`. */
export async function decideAdjustment(
  id: string,
  decider: ProposalAccess,
  decision: Decision,
): Promise<Decided> {
  const args = {
    p_adjustment_id: id,
    ...proposalAccessArguments(decider),
    p_option: decision.option,
    p_words: decision.option === "dispute" ? (decision.words ?? null) : null,
  };
  return call(serviceClient(), "decide_adjustment", args, decidedSchema);
}

/** What reserve_adjustment returns. */
export const reservedAdjustmentSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["reserved", "replay"]), adjustment: payableAdjustmentSchema }),
  z.object({ outcome: z.literal("ask_page"), stripe_session_id: z.string() }),
]);
/** What became of a reservation of a charge. ask_page: an earlier page of it expired, and we don't know how it ended. */
export type ReservedAdjustment = z.infer<typeof reservedAdjustmentSchema>;

/** Accepts a charge of this amount (cents) and holds its quota for 40 minutes, behind the lock of the owner's quota. */
export async function reserveAdjustment(
  id: string,
  decider: ProposalAccess,
  amountCents: number,
): Promise<ReservedAdjustment> {
  const args = { p_adjustment_id: id, ...proposalAccessArguments(decider), p_amount_cents: amountCents };
  return call(serviceClient(), "reserve_adjustment", args, reservedAdjustmentSchema);
}

/**
 * Ties a payment session to its proposal; false when that has moved on, and the session must be closed. Without a session
 * (null), frees what a page that was never made holds.
 */
export async function attachAdjustmentSession(
  id: string,
  attempt: number,
  sessionId: string | null,
): Promise<boolean> {
  const args = { p_adjustment_id: id, p_session_id: sessionId, p_attempt: attempt };
  const schema = z.object({ attached: z.boolean() });
  return (await call(serviceClient(), "attach_adjustment_session", args, schema)).attached;
}

/** What a payment session of a proposal says now, as apply_adjustment_checkout takes it. */
export type AdjustmentFacts = SessionFacts & { adjustmentId: string };

/** Reads what apply_adjustment_checkout answers: the words of apply_checkout. */
export const appliedAdjustmentSchema = z.object({
  outcome: z.enum(["fulfilled", "duplicate", "pending", "failed", "canceled", "noop", "exception"]),
  reason: z.nullish(checkoutProblemSchema),
  adjustment: z.nullable(adjustmentSchema),
  superseded_session_id: z.nullish(z.string()),
});
/** What became of a proposal by its session. */
export type AppliedAdjustment = z.infer<typeof appliedAdjustmentSchema>;

/** Applies a payment session's state to its proposal in one locked transition; the same facts again change nothing. */
export async function applyAdjustmentCheckout(facts: AdjustmentFacts): Promise<AppliedAdjustment> {
  const args = { ...sessionArguments(facts), p_adjustment_id: facts.adjustmentId };
  return call(serviceClient(), "apply_adjustment_checkout", args, appliedAdjustmentSchema);
}

/** Reads what expire_adjustment answers. */
export const expiredSchema = z.object({ outcome: z.enum(["refund_due", "expired", "noop"]) });

/** Does what follows when a proposal was not answered in time; noop: it was, or there is time left. */
export async function expireAdjustment(id: string) {
  return (await call(serviceClient(), "expire_adjustment", { p_adjustment_id: id }, expiredSchema)).outcome;
}

const dueSchema = z.object({
  id: z.string(),
  attempt: z.number(),
  stripe_session_id: nullableSession,
  work: z.enum(["page", "refund", "expire"]),
});
/** A proposal that the job has to look at, and why. */
export type DueAdjustment = z.infer<typeof dueSchema>;

/** Takes up to `limit` proposals that are to be looked at, each for 15 minutes and one caller. */
export async function claimDueAdjustments(limit: number): Promise<DueAdjustment[]> {
  return call(serviceClient(), "claim_due_adjustments", { p_limit: limit }, z.array(dueSchema));
}
