import "server-only";
import type Stripe from "stripe";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import {
  applyAdjustmentCheckout,
  attachAdjustmentSession,
  decideAdjustment,
  reserveAdjustment,
} from "@/lib/orders/adjustments/mutations";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import { getAdjustment } from "@/lib/orders/data";
import type { PayableAdjustment } from "@/lib/orders/schema";
import {
  type ProposalAccess,
  proposalAccessArguments,
  returnPathOf,
} from "@/lib/orders/tracking/proposal-access";
import type { Decision } from "@/lib/orders/tracking/schema";
import { isInvalidRequest, paymentsUnavailable, retryWhileInProgress } from "@/lib/stripe/client";
import { parseAdjustmentMetadata } from "@/lib/stripe/metadata";
import {
  checkoutUrl,
  createAdjustmentSession,
  expireSession,
  readSession,
  sessionArguments,
} from "@/lib/stripe/sessions";

/** Each round resolves an earlier session of the same proposal. */
const ROUNDS = 4;

const PRODUCTS = {
  short: "Cards",
  extra: "Extra card grading",
  upcharge: "Grader upcharge",
};

/**
 * Accepts a charge and opens its Checkout Session, or returns the open one. Refuses an amount that differs from the
 * database's. Stripe returns the customer to `trackPath`, or to the batch on the dashboard.
 *
 * @throws AppError when the charge is decided, paid, expired or of a different amount; ServiceUnavailableError (503)
 *   when Stripe or the database is down.
 */
export async function openAdjustmentCheckout(
  id: string,
  decider: ProposalAccess,
  amountCents: number,
  trackPath: string | null,
): Promise<{ url: string }> {
  for (let round = 0; round < ROUNDS; round++) {
    const reserved = await reserveAdjustment(id, decider, amountCents);
    if (reserved.outcome === "session_unresolved") {
      await closeAdjustmentSession(reserved.stripe_session_id);
      continue;
    }
    const url = await sessionUrl(reserved.adjustment, trackPath);
    if (url) return { url: checkoutUrl(url) };
  }
  throw new AppError("too_soon");
}

/**
 * Stores the customer's answer to a proposal. Expires an open session first. A payment takes precedence over the
 * answer. Idempotent.
 *
 * @throws AppError when the proposal was answered differently, has expired, or isn't theirs; 503 like
 *   openAdjustmentCheckout.
 */
export async function decideProposal(id: string, decider: ProposalAccess, decision: Decision) {
  let decided = await decideAdjustment(id, decider, decision);
  if (decided.outcome === "session_open" && decided.stripe_session_id) {
    await closeAdjustmentSession(decided.stripe_session_id);
    decided = await decideAdjustment(id, decider, decision);
  }
  if (decided.outcome === "session_open") throw new AppError("too_soon");
  return decided.adjustment;
}

/**
 * Syncs a proposal when its customer returns from Stripe. Throws 404 for anyone else, 503 like
 * openAdjustmentCheckout.
 */
export async function confirmAdjustment(
  id: string,
  decider: ProposalAccess,
): Promise<{ status: "paid" | "pending" | "open" }> {
  const adjustment = await getAdjustment(id, proposalAccessArguments(decider));
  if (!adjustment) throw new AppError("not_found");
  if (adjustment.paid_cents !== null) return { status: "paid" };
  const session = adjustment.stripe_session_id ? await readSession(adjustment.stripe_session_id) : null;
  const outcome = session ? (await fulfillAdjustment(session))?.outcome : undefined;
  if (outcome === "fulfilled" || outcome === "duplicate") return { status: "paid" };
  return { status: outcome === "pending" ? "pending" : "open" };
}

/** Expires a session and applies its outcome, since it may already have been paid. */
export async function closeAdjustmentSession(sessionId: string): Promise<void> {
  await expireSession(sessionId);
  const session = await readSession(sessionId);
  if (session) await fulfillAdjustment(session);
}

/** Returns the Checkout URL of a reserved charge. Null when its session has ended and the caller must retry. */
async function sessionUrl(adjustment: PayableAdjustment, trackPath: string | null): Promise<string | null> {
  if (adjustment.stripe_session_id) {
    const session = await readSession(adjustment.stripe_session_id);
    if (session?.status === "open") return session.url;
    if (session) await fulfillAdjustment(session);
    return null;
  }
  const { id, checkout_attempt: attempt, reservation_expires_at: until } = adjustment;
  if (until === null) return null;
  const batchPath = paths.batch(adjustment.batch_id ?? "");
  const session = await retryWhileInProgress(() =>
    createAdjustmentSession(
      { ...adjustment, reservation_expires_at: until },
      PRODUCTS[adjustment.kind],
      returnPathOf(id, { trackPath, batchPath }),
    ),
  ).catch(async (error: unknown) => {
    // A session created under this key expires on its own. The next attempt uses a new key.
    await attachAdjustmentSession(id, attempt, null);
    if (!isInvalidRequest(error)) throw paymentsUnavailable(error);
    log.error("adjustment.refused", error, { adjustment: id });
    throw new AppError("checkout_failed", { cause: error });
  });
  if (await attachAdjustmentSession(id, attempt, session.id)) return session.url;
  await expireSession(session.id);
  return null;
}

/**
 * Syncs a proposal with its Checkout Session, just read with readSession. Null if the session is for something else.
 * Applies refunds and disputes too (see syncCharge for `eventId`). Idempotent. Throws only when Stripe or the
 * database is down.
 */
export async function fulfillAdjustment(session: Stripe.Checkout.Session, eventId: string | null = null) {
  const metadata = parseAdjustmentMetadata(session.metadata);
  if (!metadata) return null;
  return syncCharge(session, eventId, async () => {
    const applied = await applyAdjustmentCheckout({
      ...sessionArguments(session),
      adjustment_id: metadata.adjustment_id,
    });
    const { outcome, reason, superseded_session_id: superseded } = applied;
    log.info("adjustment.applied", { adjustment: metadata.adjustment_id, outcome, reason });
    if (superseded) await expireSession(superseded);
    return applied;
  });
}
