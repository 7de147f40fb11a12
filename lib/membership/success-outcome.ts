import * as z from "zod/mini";
import { isProcessedBefore, isRefusal } from "@/lib/base/payment-poll";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";
import type { JsonAnswer } from "@/lib/http/post-json";
import type { Membership } from "@/lib/membership/membership";

/** What the success page makes of an answer of POST /api/processSuccess. */
export type SuccessOutcome =
  | { name: "confirmed"; membership: Membership }
  /** Processed before, by an answer without the membership's facts: a success whose facts another question brings. */
  | { name: "processed" }
  | { name: "pending" }
  | { name: "refused"; message: string }
  /** Nobody knows yet: the success card with "being confirmed" in it, and another question later. */
  | { name: "confirming" }
  /** To be asked again at once, without naming a person. */
  | { name: "anonymous" };

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** A success counts as checked only with the facts that the card shows. */
const processedSchema = z.object({
  success: z.literal(true),
  subscription: z.object({
    plan_type: z.enum(MEMBERSHIP_PLANS),
    next_plan_type: z.nullable(z.enum(MEMBERSHIP_PLANS)),
    status: z.string().check(z.minLength(1)),
    created_at: time,
    current_period_start: time,
    current_period_end: time,
    cancel_at_period_end: z.boolean(),
  }),
});
const pendingSchema = z.object({ success: z.literal(false), status: z.literal("pending") });

/**
 * Judges an answer of POST /api/processSuccess; `namedPerson`: the question named one, so that a refusal of that name
 * can be answered by asking without it. A fault, an answer that makes no sense and none at all are "confirming":
 * never a bare success, never a false alarm (the specification counts every failure without a definite no as a
 * success).
 */
export function successOutcome(answer: JsonAnswer<unknown>, namedPerson: boolean): SuccessOutcome {
  if (answer.ok) {
    const { data } = z.safeParse(processedSchema, answer.data);
    if (data) return { name: "confirmed", membership: data.subscription };
    return { name: z.safeParse(pendingSchema, answer.data).success ? "pending" : "confirming" };
  }
  const { status, code, error } = answer;
  if (isProcessedBefore(answer)) return { name: "processed" };
  if (!isRefusal(status)) return { name: "confirming" };
  if (code === "invalid_input" && namedPerson) return { name: "anonymous" };
  const hasWords = code !== "invalid_input" && code !== "unexpected";
  return { name: "refused", message: hasWords ? error : sharedMessages.paymentNotFound };
}
