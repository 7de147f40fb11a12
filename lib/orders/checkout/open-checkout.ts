import "server-only";
import type { SessionContext } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { toCents } from "@/lib/base/money";
import { orderTotalCents, planFor, plans } from "@/lib/base/plans";
import { newBatchId } from "@/lib/orders/batch-id";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { getOrderByBatch } from "@/lib/orders/data";
import {
  attachCheckoutSession,
  cancelReservation,
  nextCheckoutAttempt,
  reserveOrder,
  type Standing,
} from "@/lib/orders/mutations";
import type { ServerOrder } from "@/lib/orders/order";
import type { CheckoutRequest, OpenCheckout } from "@/lib/orders/schema";
import { ownsOrder } from "@/lib/orders/viewer";
import { isRefused, needsNewKey, onceUnderWay, paymentsUnavailable } from "@/lib/stripe/client";
import { closeSession, createOrderSession, paymentPage, readSession } from "@/lib/stripe/sessions";

/**
 * Who pays: an account (`userId`, with the address of its session), or the browser that holds the order cookie
 * (`guestKey`).
 */
export type Payer = {
  userId: string | null;
  email: string | null;
  guestKey: string | null;
  /** The session has given the code of an authenticator app. */
  hasUsedApp?: boolean;
  /** Role and membership as the database has them; null for a guest. */
  context: SessionContext | null;
};

/**
 * A payment page that can be paid now, and the order it is for. `batchId` may differ from the one that was proposed.
 */
export type OpenedCheckout = { sessionId: string; url: string; batchId: string; orderId: string };

/**
 * How many rounds are tried: each resolves one conflict (a taken id, an older open page). More conflicts than this come
 * only of many calls of one payer at once.
 */
const ROUNDS = 6;

/**
 * Reserves the order and opens its payment page, or answers the page that is already open for this batch.
 *
 * 1. Plan and price come from the database and plans.ts, never from the request. A total that differs from them is
 *    refused, unless it is that of the payer's own open order of this batch, which is paid as it was shown.
 * 2. The database reserves the order in one locked step: it looks whether the plan is still the payer's, takes the quota
 *    and writes the order unpaid. The batch id is the idempotency key within one owner, so that the same request again
 *    meets the same order.
 * 3. Where another page of the payer is open, it is closed first and fulfilled if it was paid meanwhile: one batch at
 *    a time can be paid. Where the id is taken, or its order can no longer be paid, the next round makes a new one.
 * 4. The payment service makes the page under a key of order and attempt, and the session is tied to the order. When
 *    another tab has moved the order on by then, the fresh page is closed again.
 *
 * A reservation (40 minutes) outlives its page (31); one that is abandoned frees its quota by itself.
 *
 * @throws AppError when the price has changed, the quota is exceeded, the batch is paid or its payment under way,
 *   another tab was quicker, too many calls of one payer met, or the payment service refuses the page;
 *   ServiceUnavailableError (503) when it or the database cannot be asked, or a page is not at CHECKOUT_ORIGIN.
 */
export async function openCheckout(payer: Payer, request: CheckoutRequest): Promise<OpenedCheckout> {
  const standing = standingOf(payer);
  const { plan, monthlyLimit } = planFor({
    isSignedIn: payer.userId !== null,
    isStaff: standing === "staff",
    membership: payer.context?.subscription?.plan_type ?? null,
    wantsPayg: request.plan_type === "payg",
  });
  if (toCents(request.total_amount) !== orderTotalCents(plan, request.num_cards)) {
    const resumed = await resumePage(payer, request);
    if (resumed) return resumed;
    throw new AppError("price_changed");
  }
  let batchId = request.batch_id;
  let hasClosed = false;
  for (let round = 0; round < ROUNDS; round++) {
    const reservation = await reserveOrder({
      userId: payer.userId,
      userEmail: payer.email,
      guestKey: payer.guestKey,
      batchId,
      plan,
      numCards: request.num_cards,
      rateCents: plans[plan].rateCents,
      monthlyLimit,
      notes: request.notes?.trim() || null,
      title: request.title || null,
      standing,
    });
    switch (reservation.outcome) {
      case "batch_taken":
        batchId = newBatchId();
        break;
      case "open_checkout":
        // Another call of this payer has opened a page since this one closed the former: the other one wins.
        if (hasClosed) throw new AppError("too_soon");
        await closeCheckouts(reservation.open_checkouts);
        hasClosed = true;
        break;
      default: {
        const isNew = reservation.outcome === "reserved";
        const opened = await openPage(reservation.order, isNew, !payer.context?.profile_complete);
        if (opened) return opened;
        batchId = newBatchId();
      }
    }
  }
  throw new AppError("too_soon");
}

/** Answers what a payer's plan follows from; null for a guest. */
function standingOf({ userId, context }: Payer): Standing | null {
  if (userId === null) return null;
  if (context?.staff_role) return "staff";
  return context?.subscription?.plan_type ?? "none";
}

/**
 * Answers the page of the payer's own order that the request names with the order's own total: another price applies
 * since, but what was reserved is paid as it was shown. Null when there is no such page.
 */
async function resumePage(payer: Payer, request: CheckoutRequest): Promise<OpenedCheckout | null> {
  const order = await getOrderByBatch(request.batch_id);
  if (!order?.stripe_session_id || !ownsOrder(order, payer)) return null;
  const isSame =
    order.num_cards === request.num_cards && toCents(order.grading_fee) === toCents(request.total_amount);
  return isSame ? reopenPage(order, order.stripe_session_id) : null;
}

/** Answers the payment page of a reserved order; null when the order cannot be paid any more and needs a successor. */
async function openPage(
  order: ServerOrder,
  isNew: boolean,
  collectAddress: boolean,
): Promise<OpenedCheckout | null> {
  if (order.stripe_session_id) return reopenPage(order, order.stripe_session_id);
  const session = await createSession(order, isNew, collectAddress);
  if (!session) return null;
  const { attached, order: current } = await attachCheckoutSession(order, session.id);
  if (!attached && current?.stripe_session_id !== session.id) {
    // Another tab of the same payer has closed this order while its page was being made.
    await closeSession(session.id);
    throw new AppError("payment_superseded");
  }
  return toOpened(order, session.id, session.url);
}

/** Answers a session's page while it is open; null when it is over, and throws when nothing is left to pay. */
async function reopenPage(order: ServerOrder, sessionId: string): Promise<OpenedCheckout | null> {
  const session = await readSession(sessionId);
  if (session?.status === "open") return toOpened(order, session.id, session.url);
  const { outcome } = await fulfilCheckout(sessionId);
  if (outcome === "fulfilled" || outcome === "duplicate" || outcome === "pending") {
    throw new AppError(outcome === "pending" ? "payment_under_way" : "already_paid");
  }
  return null;
}

/**
 * Creates the session of an order. A failure that the payment service has stored under the key is passed by with the
 * next key; null when the order cannot have a page any more, because its reservation is too old for one. Of an order that
 * is new it cannot be: the database's clock is behind the payment service's, and the next order would fare the same.
 */
async function createSession(order: ServerOrder, isNew: boolean, collectAddress: boolean) {
  try {
    return await onceUnderWay(() => createOrderSession(order, collectAddress));
  } catch (error) {
    if (isRefused(error)) {
      await cancelReservation(order.id, "payment page refused");
      if (isTooOld(error) && !isNew) return null;
      log.error(isTooOld(error) ? "checkout.clock" : "checkout.refused", error, { order: order.id });
      throw new AppError("checkout_failed", { cause: error });
    }
    if (!needsNewKey(error)) throw paymentsUnavailable(error);
  }
  const { checkout_attempt: attempt } = await nextCheckoutAttempt(order);
  order.checkout_attempt = attempt;
  try {
    return await onceUnderWay(() => createOrderSession(order, collectAddress));
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}

/**
 * Tells whether the payment service refused because of the time left: a page lives half an hour at least, and ours no
 * longer than its reservation.
 */
function isTooOld(error: unknown): boolean {
  return (error as { param?: string }).param === "expires_at";
}

/** Closes the payer's former pages; one that was paid in the meantime is fulfilled instead. */
async function closeCheckouts(checkouts: OpenCheckout[]): Promise<void> {
  for (const { order_id: orderId, stripe_session_id: sessionId } of checkouts) {
    if (!sessionId) {
      await cancelReservation(orderId, "superseded by a new checkout");
      continue;
    }
    await closeSession(sessionId);
    await fulfilCheckout(sessionId);
  }
}

/** Answers a page to the payer; throws 503 for an address that is not the payment service's. */
function toOpened(order: ServerOrder, sessionId: string, url: string | null): OpenedCheckout {
  return { sessionId, url: paymentPage(url), batchId: order.batch_id ?? "", orderId: order.id };
}
