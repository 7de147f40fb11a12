import { apiPaths } from "@/lib/base/api-paths";
import { pollPayment } from "@/lib/base/payment-poll";
import { anySignal, wait } from "@/lib/base/time-limit";
import { getJson, type JsonAnswer, postJson } from "@/lib/http/post-json";
import type { Membership } from "@/lib/membership/membership";
import { successOutcome } from "@/lib/membership/success-outcome";

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
 * Asks the server what became of a membership's payment, again and again while nobody can say. Without a payer the
 * session is looked for first (three times, two seconds apart), since it may come back a moment after the person; when
 * there is none, or `skip` fires, it asks without naming anybody. Ends with a confirmed or refused payment, or when
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
