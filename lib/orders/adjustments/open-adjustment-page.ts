import "server-only";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { fulfilAdjustment } from "@/lib/orders/adjustments/fulfil-adjustment";
import {
  attachAdjustmentSession,
  releaseAdjustment,
  reserveAdjustment,
} from "@/lib/orders/adjustments/mutations";
import type { Adjustment, PayableAdjustment } from "@/lib/orders/schema";
import type { Decider } from "@/lib/orders/tracking/decider";
import { isRefused, onceUnderWay, paymentsUnavailable } from "@/lib/stripe/client";
import { closeSession, createAdjustmentSession, paymentPage, readSession } from "@/lib/stripe/sessions";

/** Each round resolves what a former page of the same proposal left. */
const ROUNDS = 4;

const PRODUCTS = {
  short: "Cards",
  extra: "Grading of cards on top",
  upcharge: "Upcharge of the grading company",
};

/**
 * Accepts a charge and opens its payment page, or answers the one that is open. The amount is the database's; one that
 * differs from what the person saw is refused. `returnPath`: where the page leads back to.
 *
 * @throws AppError when the charge is decided, paid, over or of another amount; ServiceUnavailableError (503) when the
 *   payment service or the database cannot be asked.
 */
export async function openAdjustmentPage(
  id: string,
  decider: Decider,
  amountCents: number,
  returnPath: string,
): Promise<{ url: string }> {
  for (let round = 0; round < ROUNDS; round++) {
    const reserved = await reserveAdjustment(id, decider, amountCents);
    switch (reserved.outcome) {
      case "not_found":
        throw new AppError("not_found");
      case "already_paid":
        throw new AppError("adjustment_paid");
      case "under_way":
        throw new AppError("adjustment_under_way");
      case "decided_otherwise":
        throw decidedOtherwise(reserved.adjustment);
      case "too_late":
        throw new AppError("adjustment_too_late");
      case "price_changed":
        throw new AppError("adjustment_price_changed");
      case "ask_page":
        await endAdjustmentPage(reserved.stripe_session_id);
        break;
      default: {
        const url = await pageOf(reserved.adjustment, returnPath);
        if (url) return { url: paymentPage(url) };
      }
    }
  }
  throw new AppError("too_soon");
}

/** Says why a proposal takes no other answer: it is paid, was withdrawn, or has its answer. */
export function decidedOtherwise({ status, paid_cents: paid }: Adjustment): AppError {
  if (paid !== null) return new AppError("adjustment_paid");
  return new AppError(status === "withdrawn" ? "adjustment_withdrawn" : "adjustment_decided");
}

/** Closes a payment page of a proposal and applies what became of it: it may have been paid before. */
export async function endAdjustmentPage(sessionId: string): Promise<void> {
  await closeSession(sessionId);
  const session = await readSession(sessionId);
  if (session) await fulfilAdjustment(session);
}

/** Answers the address of the page of a reserved charge; null when its page is over, and the next round looks again. */
async function pageOf(adjustment: PayableAdjustment, returnPath: string): Promise<string | null> {
  if (adjustment.stripe_session_id) {
    const session = await readSession(adjustment.stripe_session_id);
    if (session?.status === "open") return session.url;
    if (session) await fulfilAdjustment(session);
    return null;
  }
  const { reservation_expires_at: until } = adjustment;
  if (until === null) return null;
  const session = await onceUnderWay(() =>
    createAdjustmentSession(
      { ...adjustment, reservation_expires_at: until },
      PRODUCTS[adjustment.kind],
      returnPath,
    ),
  ).catch(async (error: unknown) => {
    // Whatever was made under this key ends by itself; the next press asks under a new one.
    await releaseAdjustment(adjustment.id, adjustment.checkout_attempt);
    if (!isRefused(error)) throw paymentsUnavailable(error);
    log.error("adjustment.refused", error, { adjustment: adjustment.id });
    throw new AppError("checkout_failed", { cause: error });
  });
  if (await attachAdjustmentSession(adjustment, session.id)) return session.url;
  await closeSession(session.id);
  return null;
}
