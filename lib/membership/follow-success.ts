// Logic of /success. Looks for the person's session, which may be restored a little after the page loads, then polls
// the membership's payment. lib/base/payment-poll.ts decides when to poll and which responses are final.

import * as z from "zod/mini";
import { apiPaths } from "@/lib/base/api-paths";
import { isProcessedBefore, isRefusal, pollPayment } from "@/lib/base/payment-poll";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";
import { anySignal, wait } from "@/lib/base/time-limit";
import { getJson, type JsonAnswer, postJson } from "@/lib/http/post-json";
import type { Membership } from "@/lib/membership/stored-membership";

export type Payer = { userId: string | null; email: string };

/** State of the success page. `looking`: waiting for the session. `canContinue`: the person may continue without one. */
export type SuccessState =
  | { name: "looking"; canContinue: boolean }
  | { name: "processing" | "pending" | "confirming" | "processed" }
  | { name: "confirmed"; membership: Membership }
  | { name: "refused"; message: string };

const LOOK_UPS = 3;
const LOOK_UP_DELAY_MS = 2_000;
/** Failed look-ups before the person may continue without an account. */
const LOOK_UPS_BEFORE_CONTINUE = 2;

type Follow = {
  sessionId: string;
  /** Null when the page was rendered without a session. */
  payer: Payer | null;
  signal: AbortSignal;
  /** Aborts the look-up and continues without an account. */
  skip: AbortSignal;
  onPayer: (payer: Payer | null) => void;
  onState: (state: SuccessState) => void;
};

/**
 * Polls a membership's payment until it's confirmed or refused, or `signal` aborts. Without a payer, first looks for
 * the session, which may be restored a little after the page loads. Continues without a session after three tries or
 * on `skip`.
 */
export async function followSuccess(follow: Follow): Promise<void> {
  const { sessionId, signal, onPayer, onState } = follow;
  let payer = follow.payer ?? (await findPayer(follow));
  if (signal.aborted) return;
  onPayer(payer);
  onState({ name: "processing" });
  let isProcessed = false;
  await pollPayment<JsonAnswer<unknown>, SuccessState>({
    ask: () => {
      const body = { session_id: sessionId, user_id: payer?.userId, user_email: payer?.email };
      return postJson<unknown>(apiPaths.processSuccess, body, { signal });
    },
    judge: (answer) => {
      const outcome = successOutcome(answer, payer !== null);
      if (outcome.name === "anonymous") {
        payer = null;
        return { next: "at once" };
      }
      if (outcome.name === "processed") isProcessed = true;
      // An unclear response doesn't undo an earlier one that the payment was processed.
      if (outcome.name === "confirming" && isProcessed) return { next: "later" };
      const isFinal = outcome.name === "confirmed" || outcome.name === "refused";
      return { show: outcome, next: isFinal ? "never" : "later" };
    },
    signal,
    onState,
  });
}

async function findPayer({ signal, skip, onState }: Follow): Promise<Payer | null> {
  const either = anySignal(signal, skip);
  for (let lookUps = 1; lookUps <= LOOK_UPS; lookUps++) {
    await wait(LOOK_UP_DELAY_MS, either);
    if (either.aborted) return null;
    const answer = await getJson<unknown>(apiPaths.profile, either);
    const payer = payerOf(answer);
    if (payer || either.aborted) return payer;
    if (lookUps === LOOK_UPS_BEFORE_CONTINUE) onState({ name: "looking", canContinue: true });
  }
  return null;
}

function payerOf(answer: JsonAnswer<unknown>): Payer | null {
  if (!answer.ok) return null;
  const { profile } = (answer.data ?? {}) as { profile?: { user_id?: unknown; email?: unknown } };
  if (typeof profile?.email !== "string") return null;
  return { email: profile.email, userId: typeof profile.user_id === "string" ? profile.user_id : null };
}

type SuccessOutcome =
  | { name: "confirmed"; membership: Membership }
  /** Processed earlier. The response lacks the membership's facts, so they are requested again. */
  | { name: "processed" }
  | { name: "pending" }
  | { name: "refused"; message: string }
  /** Unclear outcome. Shown as "being confirmed" and polled again. */
  | { name: "confirming" }
  /** Retried immediately without naming a person. */
  | { name: "anonymous" };

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** A success is confirmed only if the response has every fact that the card shows. */
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
 * Maps a response of POST /api/processSuccess. `namedPerson`: the request named a person, so an `invalid_input`
 * refusal is retried without one. Errors and malformed or missing responses map to "confirming", because the
 * specification treats every failure except a definite refusal as a success.
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
