import "server-only";
import type Stripe from "stripe";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import type { MembershipPlan } from "@/lib/base/plans";
import { getCustomerOrFormer, getStripeCustomer } from "@/lib/membership/data";
import { beginMembershipCheckout, ensureStripeCustomer } from "@/lib/membership/mutations";
import {
  CustomerDeletedError,
  checkCustomer,
  findMembership,
  openPortal,
} from "@/lib/membership/open-portal";
import { membershipPrices, planOfPrice, requestedPlan } from "@/lib/membership/prices";
import { endDeletedCustomer, listOpenSessions } from "@/lib/membership/sync-membership";
import {
  isInvalidRequest,
  needsNewIdempotencyKey,
  paymentsUnavailable,
  retryWhileInProgress,
  stripe,
  throwUnavailable,
} from "@/lib/stripe/client";
import { customerMetadata, membershipMetadata, parseMembershipMetadata } from "@/lib/stripe/metadata";
import { checkoutUrl, expireSession, readSession } from "@/lib/stripe/sessions";

/** Maximum attempts. Each failed attempt leaves one expired session or one stored failure. */
const ROUNDS = 5;

/**
 * Returns the Checkout URL of the membership that `wantedPrice` names (see requestedPlan), or the portal's for a
 * member, so that nobody gets a second subscription. A person has at most one open session. Choosing another price
 * expires it.
 *
 * Any number of tabs may run these steps concurrently:
 * 1. The database stores the price and returns the attempt. Both form the idempotency key, so that identical requests
 *    share a session.
 * 2. All other open sessions of the customer are expired.
 * 3. A person who has a subscription by now is sent to the portal.
 * 4. The session of step 1 is reused or created. If it was expired, or Stripe stored a failure under its key, the
 *    next round increments the attempt.
 * 5. A session whose attempt is no longer the latest in the database is expired.
 *
 * @throws AppError for an unknown price, or when another tab has requested another plan in the meantime; 503 when
 *   Stripe is down or no round created a session.
 */
export async function openSubscription(person: { userId: string; email: string }, wantedPrice: string) {
  const plan = requestedPlan(wantedPrice);
  if (!plan) throw new AppError("invalid_plan");
  try {
    return await openFor(person, plan, await ensureCustomer(person));
  } catch (error) {
    if (!(error instanceof CustomerDeletedError)) throw error;
    // Stripe has just deleted the customer, so this creates a new one.
    return openFor(person, plan, await ensureCustomer(person));
  }
}

async function openFor(
  { userId }: { userId: string },
  plan: MembershipPlan,
  customerId: string,
): Promise<{ url: string }> {
  const priceId = membershipPrices()[plan];
  let spoiled: number | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const attempt = await beginMembershipCheckout(customerId, priceId, spoiled);
    if (attempt === null) throw new CustomerDeletedError();
    const wanted: WantedSession = { userId, customerId, priceId, plan, attempt };
    const kept = await keepOneOpen(wanted);
    // Checked after the sessions are expired, because one may have been paid just before.
    const portal = await portalOfMember(customerId, plan);
    if (portal) return { url: portal };
    const session = kept ? { id: kept.id, url: checkoutUrl(kept.url) } : await createOrReuseSession(wanted);
    if (!session) {
      spoiled = attempt;
      continue;
    }
    const last = await getStripeCustomer(userId);
    if (last?.checkout_price === priceId && last.checkout_attempt === attempt) return { url: session.url };
    await expireSession(session.id);
    if (!last) throw new CustomerDeletedError();
    // Another tab has requested another plan in the meantime.
    if (last.checkout_price !== priceId) throw new AppError("payment_superseded");
    spoiled = undefined;
  }
  throw new ServiceUnavailableError("payments", new Error("no Checkout Session after several attempts"));
}

/**
 * Returns the portal's URL for a member: the confirmation of the chosen plan, or the overview if they already have
 * it. Null without a membership.
 */
async function portalOfMember(customerId: string, plan: MembershipPlan): Promise<string | null> {
  const current = await findMembership(customerId);
  if (!current) return null;
  const item = current.items.data[0];
  if (!item || planOfPrice(item.price.id) === plan) return openPortal(customerId, null);
  return openPortal(customerId, {
    type: "confirm",
    subscriptionId: current.id,
    itemId: item.id,
    priceId: membershipPrices()[plan],
  });
}

/** Returns the attempt's open session. Null if it's no longer open, or Stripe stored a failure under its key. */
async function createOrReuseSession(wanted: WantedSession): Promise<{ id: string; url: string } | null> {
  let created: { id: string };
  try {
    created = await createMembershipSession(wanted);
  } catch (error) {
    if (needsNewIdempotencyKey(error)) return null;
    await checkCustomer(wanted.customerId, error);
    if (!isInvalidRequest(error)) throw paymentsUnavailable(error);
    log.error("membership.page_refused", error, { plan: wanted.plan });
    const isPrice = (error as { param?: string }).param?.startsWith("line_items");
    throw new AppError(isPrice ? "invalid_plan" : "checkout_failed", { cause: error });
  }
  // An idempotent replay returns the first response, which may be out of date.
  const session = await readSession(created.id);
  return session?.status === "open" ? { id: session.id, url: checkoutUrl(session.url) } : null;
}

/** `attempt`: the counter from the database that is part of the idempotency key. */
type WantedSession = {
  userId: string;
  customerId: string;
  priceId: string;
  plan: MembershipPlan;
  attempt: number;
};

/** Creates the Checkout Session. Repeated calls with the same attempt return the same session. Throws Stripe's errors. */
async function createMembershipSession(wanted: WantedSession): Promise<Stripe.Checkout.Session> {
  const { userId, customerId, priceId, plan, attempt } = wanted;
  const metadata = membershipMetadata(wanted);
  const { APP_URL } = env();
  return retryWhileInProgress(() =>
    stripe().checkout.sessions.create(
      {
        mode: "subscription",
        customer: customerId,
        client_reference_id: userId,
        line_items: [{ price: priceId, quantity: 1 }],
        metadata,
        // For the reason, see createOrderSession.
        adaptive_pricing: { enabled: false },
        subscription_data: { metadata },
        // Stripe replaces the placeholder, which must not be percent-encoded.
        success_url: `${APP_URL}${paths.success}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${APP_URL}${withQuery(paths.pricing, { [LEFT]: plan })}`,
      },
      { idempotencyKey: `sub:${userId}:${priceId}:${attempt}` },
    ),
  );
}

/**
 * Returns the attempt's open session or null, and expires the customer's other open sessions. Throws
 * CustomerDeletedError.
 */
async function keepOneOpen(wanted: WantedSession): Promise<Stripe.Checkout.Session | null> {
  let kept: Stripe.Checkout.Session | null = null;
  const sessions = await listOpenSessions(wanted.customerId);
  if (sessions.some(({ customer }) => customer && typeof customer === "object" && customer.deleted)) {
    await endDeletedCustomer(wanted.customerId);
    throw new CustomerDeletedError();
  }
  for (const session of sessions) {
    const { plan, attempt } = parseMembershipMetadata(session.metadata) ?? {};
    if (plan === wanted.plan && attempt === String(wanted.attempt)) kept = session;
    else await expireSession(session.id);
  }
  return kept;
}

/**
 * Returns the person's Stripe customer, creating it before the first checkout. Concurrent requests share the
 * idempotency key, and the first ID stored in the database wins. After a deletion, the key contains the deleted
 * customer's ID, because Stripe replays the old key for a day. Throws 503 when Stripe is down, 401 when the account
 * was deleted in the meantime.
 */
async function ensureCustomer(person: { userId: string; email: string }): Promise<string> {
  const { customer, former } = await getCustomerOrFormer(person.userId);
  if (customer) return customer.stripe_customer_id;
  const key = former ? `cus:${person.userId}:${former}` : `cus:${person.userId}`;
  const created = await createCustomer(person, key);
  const stored = await ensureStripeCustomer(person.userId, created);
  if (stored === null) throw new AppError("sign_in_required");
  return stored;
}

async function createCustomer(
  { userId, email }: { userId: string; email: string },
  key: string,
): Promise<string> {
  const create = (idempotencyKey: string) =>
    retryWhileInProgress(() =>
      stripe().customers.create({ email, metadata: customerMetadata(userId) }, { idempotencyKey }),
    );
  try {
    return (await create(key)).id;
  } catch (error) {
    if (!needsNewIdempotencyKey(error)) throw paymentsUnavailable(error);
  }
  // Stripe stored a failure under the key, or the email changed. The current minute in the new key lets concurrent
  // clicks share it.
  return (await create(`${key}:${Math.floor(Date.now() / 60_000)}`).catch(throwUnavailable)).id;
}
