import * as z from "zod/mini";
import { apiPaths } from "@/lib/base/api-paths";
import { isProcessedBefore, isRefusal, pollPayment } from "@/lib/base/payment-poll";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";
import { anySignal, wait } from "@/lib/base/time-limit";
import { getJson, type JsonAnswer, postJson } from "@/lib/http/post-json";
import type { Membership } from "@/lib/membership/membership";

/** Who came back from paying, as the processing call names them. */
export type Payer = { userId: string | null; email: string };

/**
 * What the success page shows: `looking` for the person's session (`canContinue`: they may go on without one), then
 * `processing` until the first answer, then what successOutcome makes of the answers.
 */
export type SuccessState =
  | { name: "looking"; canContinue: boolean }
  | { name: "processing" | "pending" | "confirming" | "processed" }
  | { name: "confirmed"; membership: Membership }
  | { name: "refused"; message: string };

const LOOK_UPS = 3;
const LOOK_UP_DELAY_MS = 2_000;
/** After this many look-ups without a result the person may go on without an account. */
const LOOK_UPS_BEFORE_CONTINUE = 2;

type Follow = {
  sessionId: string;
  /** Who the page was made for; null when it met no session. */
  payer: Payer | null;
  /** Ends everything: the page is left. */
  signal: AbortSignal;
  /** Ends the look-up of the person: it goes on without an account. */
  skip: AbortSignal;
  onPayer: (payer: Payer | null) => void;
  onState: (state: SuccessState) => void;
};

/**
 * Asks the server what became of a membership's payment, again and again while no one can say. Without a payer the
 * session is looked for first (three times, two seconds apart), since it may come back a moment after the person; when
 * there is none, or `skip` fires, it asks without naming anyone. Ends with a confirmed or refused payment, or when
 * `signal` fires.
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
      // A later answer that says nothing does not take back that the payment was processed.
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

/** What the success page makes of an answer of POST /api/processSuccess. */
type SuccessOutcome =
  | { name: "confirmed"; membership: Membership }
  /** Processed before, by an answer without the membership's facts: a success whose facts another question brings. */
  | { name: "processed" }
  | { name: "pending" }
  | { name: "refused"; message: string }
  /** No one knows yet: the success card with "being confirmed" in it, and another question later. */
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
