import "server-only";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { getCustomerOrFormer, getStripeCustomer } from "@/lib/membership/data";
import { beginMembershipCheckout, ensureStripeCustomer } from "@/lib/membership/mutations";
import {
  isRefused,
  needsNewKey,
  paymentsUnavailable,
  retryWhileInProgress,
  stripe,
} from "@/lib/stripe/client";
import { customerMetadata, membershipMetadata, parseMembershipMetadata } from "@/lib/stripe/metadata";
import "server-only";
import type Stripe from "stripe";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import type { MembershipPlan } from "@/lib/base/plans";

import { listOpenPages } from "@/lib/membership/list-open-pages";
import {
  CustomerDeletedError,
  checkCustomer,
  findMembership,
  openPortal,
} from "@/lib/membership/open-portal";
import { membershipPrices, planOfPrice, requestedPlan } from "@/lib/membership/prices";
import { forgetDeleted } from "@/lib/membership/sync-membership";
import { closeSession, paymentPage, readSession } from "@/lib/stripe/sessions";

/** How many rounds are tried: each leaves behind one closed page, or one failure that the payment service has stored. */
const ROUNDS = 5;

/**
 * Returns where a person goes who wants the membership that `wantedPrice` means (see requestedPlan): its payment
 * page, or for a member the portal, never a second subscription. At most one payment page of a person is open; asking
 * for another price closes the former.
 *
 * Each round goes the same way, and any number of tabs may go it at once:
 * 1. The database notes the price and returns the attempt. Price and attempt make the idempotency key, so that equal
 *    wishes meet on one page.
 * 2. All open pages of the customer but that of this attempt are closed.
 * 3. A person who has a subscription by now is sent to the portal.
 * 4. The kept page is taken, or one is made. When its attempt is spoiled (the page was closed, or the payment service
 *    has stored a failure under the key), the next round raises it.
 * 5. The database is asked again: a page whose attempt is no longer the last is closed.
 *
 * @throws AppError for a price that is no plan, and when another tab has asked for another plan meanwhile; 503 when
 *   the payment service doesn't answer or no round gave a page.
 */
export async function openSubscription(
  person: { userId: string; email: string },
  wantedPrice: string,
): Promise<{ url: string }> {
  const plan = requestedPlan(wantedPrice);
  if (!plan) throw new AppError("invalid_plan");
  try {
    return await openFor(person, plan, await ensureCustomer(person));
  } catch (error) {
    if (!(error instanceof CustomerDeletedError)) throw error;
    // Deleted at the payment service, and forgotten by now: the next one is made.
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
    const wanted: WantedPage = { userId, customerId, priceId, plan, attempt };
    const kept = await keepOneOpen(wanted);
    // Asked after the pages are closed: one that was paid in the last moment is a subscription by now.
    const portal = await portalOfMember(customerId, plan);
    if (portal) return { url: portal };
    const page = kept ? { id: kept.id, url: paymentPage(kept.url) } : await createPage(wanted);
    if (!page) {
      spoiled = attempt;
      continue;
    }
    const last = await getStripeCustomer(userId);
    if (last?.checkout_price === priceId && last.checkout_attempt === attempt) return { url: page.url };
    await closeSession(page.id);
    if (!last) throw new CustomerDeletedError();
    // Another tab has asked for another plan meanwhile: that one counts.
    if (last.checkout_price !== priceId) throw new AppError("payment_superseded");
    spoiled = undefined;
  }
  throw new ServiceUnavailableError("payments", new Error("no payment page after several attempts"));
}

/** Opens the portal for a member: at the confirmation of the chosen plan, or at the overview for the plan they have. */
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

/** The attempt's page as it is now; null when its attempt can no longer be used, because it was closed or failed. */
async function createPage(wanted: WantedPage): Promise<{ id: string; url: string } | null> {
  let created: { id: string };
  try {
    created = await createMembershipSession(wanted);
  } catch (error) {
    if (needsNewKey(error)) return null;
    await checkCustomer(wanted.customerId, error);
    if (!isRefused(error)) throw paymentsUnavailable(error);
    log.error("membership.page_refused", error, { plan: wanted.plan });
    const isPrice = (error as { param?: string }).param?.startsWith("line_items");
    throw new AppError(isPrice ? "invalid_plan" : "checkout_failed", { cause: error });
  }
  // A repeated call answers what it answered at first, so only a fresh look tells whether the page is still open.
  const session = await readSession(created.id);
  return session?.status === "open" ? { id: session.id, url: paymentPage(session.url) } : null;
}

/** Which payment page a person wants; `attempt` is the part of the idempotency key that the database counts. */
type WantedPage = {
  userId: string;
  customerId: string;
  priceId: string;
  plan: MembershipPlan;
  attempt: number;
};

/**
 * Creates the hosted page on which the membership is paid. The same attempt at the same price is the same page, also
 * after a crash and for any number of clicks at once. Throws what the payment service's client throws.
 */
async function createMembershipSession(wanted: WantedPage): Promise<Stripe.Checkout.Session> {
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
        // As for a batch: see createOrderSession.
        adaptive_pricing: { enabled: false },
        subscription_data: { metadata },
        // The payment service puts the session's id in place of this marker, which must not be percent-encoded.
        success_url: `${APP_URL}${paths.success}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${APP_URL}${withQuery(paths.pricing, { [LEFT]: plan })}`,
      },
      { idempotencyKey: `sub:${userId}:${priceId}:${attempt}` },
    ),
  );
}

/**
 * Returns the open page of this attempt, null when there is none, and closes every other open membership page of the
 * customer. Throws CustomerDeletedError when the payment service has deleted the customer.
 */
async function keepOneOpen(wanted: WantedPage): Promise<Stripe.Checkout.Session | null> {
  let kept: Stripe.Checkout.Session | null = null;
  const pages = await listOpenPages(wanted.customerId);
  if (pages.some(({ customer }) => customer && typeof customer === "object" && customer.deleted)) {
    await forgetDeleted(wanted.customerId);
    throw new CustomerDeletedError();
  }
  for (const session of pages) {
    const { plan, attempt } = parseMembershipMetadata(session.metadata) ?? {};
    if (plan === wanted.plan && attempt === String(wanted.attempt)) kept = session;
    else await closeSession(session.id);
  }
  return kept;
}

/**
 * Returns the id of the person's one customer record at the payment service, which is made before the first payment
 * page. Any number of first visits at once make one: they share the idempotency key, and the first entry in the
 * database counts, whose id all of them get. A customer that the payment service has deleted is part of the key of the
 * next one: its own key would answer it again for a day. Throws 503 when the payment service doesn't answer, 401 when
 * the account was deleted meanwhile.
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
    if (!needsNewKey(error)) throw paymentsUnavailable(error);
  }
  // A failure is stored under the first key, or the address has changed since: by the minute, so that clicks share it.
  try {
    return (await create(`${key}:${Math.floor(Date.now() / 60_000)}`)).id;
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}
