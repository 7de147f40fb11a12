import "server-only";
import { getSessionContext } from "@/lib/auth/data";
import type { SessionContext } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { toCents } from "@/lib/base/money";
import { type MembershipPlan, orderTotalCents, planFor, plans } from "@/lib/base/plans";
import { syncMembership } from "@/lib/membership/sync-membership";
import { newBatchId } from "@/lib/orders/batch-id";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { getOrderByBatch } from "@/lib/orders/data";
import {
  attachCheckoutSession,
  cancelReservation,
  nextCheckoutAttempt,
  reserveOrder,
} from "@/lib/orders/mutations";
import { ownsOrder, type ServerOrder } from "@/lib/orders/order";
import type { CheckoutRequest, OpenCheckout } from "@/lib/orders/schema";
import {
  isInvalidRequest,
  needsNewIdempotencyKey,
  paymentsUnavailable,
  retryWhileInProgress,
  throwUnavailable,
} from "@/lib/stripe/client";
import { checkoutUrl, createOrderSession, expireSession, readSession } from "@/lib/stripe/sessions";

/** The payer: an account (`userId`, with its session's email), or the browser with the order cookie (`guestKey`). */
export type Payer = {
  userId: string | null;
  email: string | null;
  guestKey: string | null;
  /** The session has completed two-step sign-in. */
  hasUsedApp?: boolean;
  /** Role and membership from the database. Null for a guest. */
  context: SessionContext | null;
};

/**
 * Returns the role and membership that determine an order's price. If a membership's period has just ended, checks
 * with Stripe once whether it was renewed, and stores the result, before the member's rate is refused. Throws 503
 * when the database or, in that case, Stripe is down.
 */
export async function syncPricingContext(accessToken: string): Promise<SessionContext> {
  const context = await getSessionContext(accessToken);
  if (context.subscription || context.staff_role || !context.renewing_customer) return context;
  await syncMembership(context.renewing_customer);
  return getSessionContext(accessToken);
}

/** A session that can be paid, and its order. `batchId` may differ from the requested one. */
export type OpenedCheckout = { sessionId: string; url: string; batchId: string; orderId: string };

/**
 * Maximum attempts. Each one resolves one conflict, such as a taken ID or an older open session. Only many
 * simultaneous calls of one payer cause more.
 */
const ROUNDS = 6;

/**
 * Reserves the order and opens its Checkout Session, or returns the one already open for this batch.
 *
 * 1. Plan and price come from the database and plans.ts, never from the request. A different total is refused, unless
 *    it matches the payer's own open order of this batch, which is paid at the price shown.
 * 2. The database reserves the order in one locked step. It checks the plan, reserves the quota and writes the order
 *    as unpaid. The batch ID is the idempotency key per owner, so a repeated request gets the same order.
 * 3. Another open session of the payer is expired first, or fulfilled if it was paid in the meantime, so that only
 *    one batch can be paid at a time. If the ID is taken or its order can no longer be paid, the next attempt uses a
 *    new one.
 * 4. Stripe creates the session under a key of order and attempt, and its ID is stored with the order. If another tab
 *    changed the order in the meantime, the new session is expired.
 *
 * A reservation (40 minutes) outlives its session (31). An abandoned one frees its quota when it expires.
 *
 * @throws AppError when the price has changed, the quota is exceeded, the batch is paid or being paid, another tab
 *   was faster, too many calls of one payer collided, or Stripe refuses the session; ServiceUnavailableError (503)
 *   when Stripe or the database is down, or the session's URL isn't at CHECKOUT_ORIGIN.
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
    const resumed = await resumeSession(payer, request);
    if (resumed) return resumed;
    throw new AppError("price_changed");
  }
  let batchId = request.batch_id;
  let hasClosed = false;
  for (let round = 0; round < ROUNDS; round++) {
    const reservation = await reserveOrder({
      user_id: payer.userId,
      user_email: payer.email,
      guest_key: payer.guestKey,
      batch_id: batchId,
      plan_type: plan,
      num_cards: request.num_cards,
      rate_cents: plans[plan].rateCents,
      monthly_limit: monthlyLimit,
      notes: request.notes?.trim() || null,
      title: request.title || null,
      placed_by_admin: standing === "staff",
      standing,
    });
    switch (reservation.outcome) {
      case "batch_taken":
        batchId = newBatchId();
        break;
      case "open_checkout":
        // Another call opened a session after this one expired the older one. That call wins.
        if (hasClosed) throw new AppError("too_soon");
        await closeCheckouts(reservation.open_checkouts);
        hasClosed = true;
        break;
      default: {
        const isNew = reservation.outcome === "reserved";
        const opened = await openSession(reservation.order, isNew, !payer.context?.profile_complete);
        if (opened) return opened;
        batchId = newBatchId();
      }
    }
  }
  throw new AppError("too_soon");
}

function standingOf({ userId, context }: Payer): "staff" | MembershipPlan | "none" | null {
  if (userId === null) return null;
  if (context?.staff_role) return "staff";
  return context?.subscription?.plan_type ?? "none";
}

/**
 * Returns the open session of the payer's own order if the request matches its total. The price has changed since,
 * but a reservation is paid at the price shown. Null without such a session.
 */
async function resumeSession(payer: Payer, request: CheckoutRequest): Promise<OpenedCheckout | null> {
  const order = await getOrderByBatch(request.batch_id);
  if (!order?.stripe_session_id || !ownsOrder(order, payer)) return null;
  const isSame =
    order.num_cards === request.num_cards && toCents(order.grading_fee) === toCents(request.total_amount);
  return isSame ? reuseSession(order, order.stripe_session_id) : null;
}

/** Returns the session of a reserved order. Null when it can no longer be paid and needs a replacement. */
async function openSession(order: ServerOrder, isNew: boolean, collectAddress: boolean) {
  if (order.stripe_session_id) return reuseSession(order, order.stripe_session_id);
  const session = await createSession(order, isNew, collectAddress);
  if (!session) return null;
  const { attached, order: current } = await attachCheckoutSession(order, session.id);
  if (!attached && current?.stripe_session_id !== session.id) {
    // Another tab of the same payer closed this order while its session was being created.
    await expireSession(session.id);
    throw new AppError("payment_superseded");
  }
  return toOpened(order, session.id, session.url);
}

/** Returns a session while it's open. Null once it has ended unpaid. Throws when it's paid or its payment is pending. */
async function reuseSession(order: ServerOrder, sessionId: string): Promise<OpenedCheckout | null> {
  const session = await readSession(sessionId);
  if (session?.status === "open") return toOpened(order, session.id, session.url);
  const { outcome } = await fulfillCheckout(sessionId);
  if (outcome === "fulfilled" || outcome === "duplicate" || outcome === "pending") {
    throw new AppError(outcome === "pending" ? "payment_in_progress" : "already_paid");
  }
  return null;
}

/**
 * Creates an order's session. If Stripe stored a failure under the key, uses the next key. Null when the reservation
 * is too old for a session. Throws if that happens to a new order, because the database's clock must be behind
 * Stripe's and the next order would fail the same way.
 */
async function createSession(order: ServerOrder, isNew: boolean, collectAddress: boolean) {
  try {
    return await retryWhileInProgress(() => createOrderSession(order, collectAddress));
  } catch (error) {
    if (isInvalidRequest(error)) {
      await cancelReservation(order.id, "payment page refused");
      if (isTooOld(error) && !isNew) return null;
      log.error(isTooOld(error) ? "checkout.clock" : "checkout.refused", error, { order: order.id });
      throw new AppError("checkout_failed", { cause: error });
    }
    if (!needsNewIdempotencyKey(error)) throw paymentsUnavailable(error);
  }
  const { checkout_attempt: attempt } = await nextCheckoutAttempt(order);
  order.checkout_attempt = attempt;
  return retryWhileInProgress(() => createOrderSession(order, collectAddress)).catch(throwUnavailable);
}

/**
 * Returns whether Stripe refused because too little time is left. A session lasts at least 30 minutes, and ours no
 * longer than its reservation.
 */
function isTooOld(error: unknown): boolean {
  return (error as { param?: string }).param === "expires_at";
}

/** Expires the payer's older sessions. Fulfills one that was paid in the meantime. */
async function closeCheckouts(checkouts: OpenCheckout[]): Promise<void> {
  for (const { order_id: orderId, stripe_session_id: sessionId } of checkouts) {
    if (!sessionId) {
      await cancelReservation(orderId, "superseded by a new checkout");
      continue;
    }
    await expireSession(sessionId);
    await fulfillCheckout(sessionId);
  }
}

/** Throws 503 for a URL that isn't Stripe's. */
function toOpened(order: ServerOrder, sessionId: string, url: string | null): OpenedCheckout {
  return { sessionId, url: checkoutUrl(url), batchId: order.batch_id ?? "", orderId: order.id };
}
