import "server-only";
import type Stripe from "stripe";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { getAdjustment } from "@/lib/orders/adjustments/data";
import {
  type AppliedAdjustment,
  applyAdjustmentCheckout,
  attachAdjustmentSession,
  decideAdjustment,
  reserveAdjustment,
} from "@/lib/orders/adjustments/mutations";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import type { Adjustment, PayableAdjustment } from "@/lib/orders/schema";
import { type ProposalAccess, returnPathOf } from "@/lib/orders/tracking/proposal-access";
import type { Decision } from "@/lib/orders/tracking/schema";
import { isRefused, paymentsUnavailable, retryWhileInProgress } from "@/lib/stripe/client";
import { parseAdjustmentMetadata } from "@/lib/stripe/metadata";
import { sessionFactsOf } from "@/lib/stripe/session-facts";
import { closeSession, createAdjustmentSession, paymentPage, readSession } from "@/lib/stripe/sessions";

/** Each round resolves what a former page of the same proposal left. */
const ROUNDS = 4;

const PRODUCTS = {
  short: "Cards",
  extra: "Extra card grading",
  upcharge: "Grader upcharge",
};

/**
 * Accepts a charge and opens its payment page, or returns the one that is open. The database knows the amount, and refuses
 * another one than the person saw. The page leads back to `trackPath`, or without one to the batch on the dashboard.
 *
 * @throws AppError when the charge is decided, paid, over or of another amount; ServiceUnavailableError (503) when the
 *   payment service or the database cannot be asked.
 */
export async function openAdjustmentPage(
  id: string,
  decider: ProposalAccess,
  amountCents: number,
  trackPath: string | null,
): Promise<{ url: string }> {
  for (let round = 0; round < ROUNDS; round++) {
    const reserved = await reserveAdjustment(id, decider, amountCents);
    if (reserved.outcome === "ask_page") {
      await endAdjustmentPage(reserved.stripe_session_id);
      continue;
    }
    const url = await pageOf(reserved.adjustment, trackPath);
    if (url) return { url: paymentPage(url) };
  }
  throw new AppError("too_soon");
}

/**
 * Stores the customer's answer to a proposal. If its payment page is open, that is closed first, and money that was paid on
 * it wins over the answer. The same answer again returns the same result.
 *
 * @throws AppError when it is decided otherwise, over, or not theirs; ServiceUnavailableError (503) as openAdjustmentPage.
 */
export async function decideProposal(
  id: string,
  decider: ProposalAccess,
  decision: Decision,
): Promise<Adjustment> {
  let decided = await decideAdjustment(id, decider, decision);
  if (decided.outcome === "page_open" && decided.stripe_session_id) {
    await endAdjustmentPage(decided.stripe_session_id);
    decided = await decideAdjustment(id, decider, decision);
  }
  if (decided.outcome === "page_open") throw new AppError("too_soon");
  return decided.adjustment;
}

/**
 * Finds out for someone who comes back from a payment page what became of it, and books it: paid, on its way (`pending`),
 * or neither (`open`). Throws 404 to anyone who may not decide, 503 as openAdjustmentPage.
 */
export async function confirmAdjustment(
  id: string,
  decider: ProposalAccess,
): Promise<{ status: "paid" | "pending" | "open" }> {
  const adjustment = await getAdjustment(id, decider);
  if (!adjustment) throw new AppError("not_found");
  if (adjustment.paid_cents !== null) return { status: "paid" };
  const session = adjustment.stripe_session_id ? await readSession(adjustment.stripe_session_id) : null;
  const outcome = session ? (await fulfillAdjustment(session))?.outcome : undefined;
  if (outcome === "fulfilled" || outcome === "duplicate") return { status: "paid" };
  return { status: outcome === "pending" ? "pending" : "open" };
}

/** Closes a payment page of a proposal and applies what became of it: it may have been paid before. */
export async function endAdjustmentPage(sessionId: string): Promise<void> {
  await closeSession(sessionId);
  const session = await readSession(sessionId);
  if (session) await fulfillAdjustment(session);
}

/** Returns the address of the page of a reserved charge; null when its page is over, and the next round looks again. */
async function pageOf(adjustment: PayableAdjustment, trackPath: string | null): Promise<string | null> {
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
    // Whatever was made under this key ends by itself; the next press asks under a new one.
    await attachAdjustmentSession(id, attempt, null);
    if (!isRefused(error)) throw paymentsUnavailable(error);
    log.error("adjustment.refused", error, { adjustment: id });
    throw new AppError("checkout_failed", { cause: error });
  });
  if (await attachAdjustmentSession(id, attempt, session.id)) return session.url;
  await closeSession(session.id);
  return null;
}

/**
 * Syncs a proposal with a payment session of its own, which has just been read (readSession); null for a session
 * that is not of a proposal of ours. As with an order's session nothing else is believed, and it may be done as often as
 * anybody likes. What went back of its payment already, or is disputed of it, is applied, too (syncCharge, which says what
 * `eventId` is). Throws only when the payment service or the database cannot be asked.
 */
export async function fulfillAdjustment(
  session: Stripe.Checkout.Session,
  eventId: string | null = null,
): Promise<AppliedAdjustment | null> {
  const metadata = parseAdjustmentMetadata(session.metadata);
  if (!metadata) return null;
  return syncCharge(session, eventId, async () => {
    const applied = await applyAdjustmentCheckout({
      ...sessionFactsOf(session),
      adjustmentId: metadata.adjustment_id,
    });
    const { outcome, reason, superseded_session_id: superseded } = applied;
    log.info("adjustment.applied", { adjustment: metadata.adjustment_id, outcome, reason });
    if (superseded) await closeSession(superseded);
    return applied;
  });
}
