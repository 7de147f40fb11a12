import "server-only";
import * as z from "zod/mini";
import { checkoutProblemSchema } from "@/lib/orders/order";
import { adjustmentSchema, payableAdjustmentSchema } from "@/lib/orders/schema";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import type { Decision } from "@/lib/orders/tracking/schema";
import type { sessionArguments } from "@/lib/stripe/sessions";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const nullableSession = z.nullable(z.string());

/** Result of decide_adjustment. A test compares the schemas in this file with the SQL. */
export const decidedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["decided", "decided_before"]), adjustment: adjustmentSchema }),
  z.object({ outcome: z.literal("session_open"), stripe_session_id: nullableSession }),
]);

/**
 * Stores the customer's answer to a proposal. session_open: its Checkout Session must be expired first.
 * decided_before: the same answer was already stored.
 */
export async function decideAdjustment(id: string, decider: ProposalAccess, decision: Decision) {
  const args = {
    adjustment_id: id,
    ...proposalAccessArguments(decider),
    option: decision.option,
    words: decision.option === "dispute" ? (decision.words ?? null) : null,
  };
  return call(serviceClient(), "decide_adjustment", args, decidedSchema);
}

export const reservedAdjustmentSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["reserved", "replay"]), adjustment: payableAdjustmentSchema }),
  z.object({ outcome: z.literal("session_unresolved"), stripe_session_id: z.string() }),
]);

/**
 * Accepts a charge of `amountCents` and reserves its quota for 40 minutes, under the owner's quota lock.
 * session_unresolved: an earlier session expired with an unknown outcome.
 */
export async function reserveAdjustment(id: string, decider: ProposalAccess, amountCents: number) {
  const args = { adjustment_id: id, ...proposalAccessArguments(decider), amount_cents: amountCents };
  return call(serviceClient(), "reserve_adjustment", args, reservedAdjustmentSchema);
}

/**
 * Attaches a Checkout Session to its proposal. Returns false when the proposal has changed and the session must be
 * expired. A null session frees the quota of a session that was never created.
 */
export async function attachAdjustmentSession(id: string, attempt: number, sessionId: string | null) {
  const args = { adjustment_id: id, session_id: sessionId, attempt };
  const schema = z.object({ attached: z.boolean() });
  return (await call(serviceClient(), "attach_adjustment_session", args, schema)).attached;
}

type AdjustmentFacts = ReturnType<typeof sessionArguments> & { adjustment_id: string };

/** Has the same outcomes as apply_checkout. */
export const appliedAdjustmentSchema = z.object({
  outcome: z.enum(["fulfilled", "duplicate", "pending", "failed", "canceled", "noop", "exception"]),
  reason: z.nullish(checkoutProblemSchema),
  adjustment: z.nullable(adjustmentSchema),
  superseded_session_id: z.nullish(z.string()),
});
export type AppliedAdjustment = z.infer<typeof appliedAdjustmentSchema>;

/** Applies a Checkout Session's state to its proposal in one locked transition. Idempotent. */
export async function applyAdjustmentCheckout(facts: AdjustmentFacts): Promise<AppliedAdjustment> {
  return call(serviceClient(), "apply_adjustment_checkout", facts, appliedAdjustmentSchema);
}

export const expiredSchema = z.object({ outcome: z.enum(["refund_due", "expired", "noop"]) });

/** Applies the default outcome to an unanswered proposal. noop: it's answered or not yet due. */
export async function expireAdjustment(id: string) {
  return (await call(serviceClient(), "expire_adjustment", { adjustment_id: id }, expiredSchema)).outcome;
}

const dueSchema = z.object({
  id: z.string(),
  attempt: z.number(),
  stripe_session_id: nullableSession,
  work: z.enum(["session", "refund", "expire"]),
});
export type DueAdjustment = z.infer<typeof dueSchema>;

/** Claims up to `limit` due proposals for 15 minutes, so that no other caller gets them. */
export async function claimDueAdjustments(limit: number): Promise<DueAdjustment[]> {
  return call(serviceClient(), "claim_due_adjustments", { limit }, z.array(dueSchema));
}
