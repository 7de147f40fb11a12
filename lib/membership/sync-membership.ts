import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { currentSubscription, isEnded, listedSubscription } from "@/lib/membership/listed-subscription";
import {
  ensureStripeCustomer,
  markStripeCustomerDeleted,
  noteLostCustomer,
  type SyncedMembership,
  syncMembershipRows,
} from "@/lib/membership/mutations";
import { isPaidByLatest } from "@/lib/membership/paid-plan";
import { planOfPrice } from "@/lib/membership/prices";
import { isMissing, orIfMissing, paymentsUnavailable, stripe, throwUnavailable } from "@/lib/stripe/client";
import { ownerOfCustomer } from "@/lib/stripe/metadata";
import { expireSession } from "@/lib/stripe/sessions";
import { nextReadFence } from "@/lib/supabase/mutations";

/** Enough for one period: its invoice and one for each upgrade. */
const INVOICES = 20;

/**
 * Syncs a customer's membership with Stripe. Events aren't interpreted. Any caller that learns of a possible change
 * calls this, in any order and any number of times.
 *
 * 1. Takes a fence from the database, a number that grows with every read.
 * 2. Reads all subscriptions of the customer, including ended ones, with the invoices that show the paid plan.
 * 3. Writes them as one set under the fence, and ends unlisted ones. The read with the higher fence wins, the other
 *    is `stale`.
 * 4. Adopts an unknown customer whose metadata names one of our accounts, then repeats the steps above. Records a
 *    deleted one.
 *
 * Throws when Stripe or the database is down, or when Stripe can't find a customer of ours. Nothing is written then,
 * and staff are notified of the missing customer.
 */
export async function syncMembership(customerId: string): Promise<SyncedMembership> {
  let synced = await readAndWrite(customerId);
  if (synced.outcome === "unknown_customer" && (await adoptCustomer(customerId))) {
    synced = await readAndWrite(customerId);
  }
  const { outcome, subscription } = synced;
  log.info("membership.synced", { customer: customerId, outcome, status: subscription?.status });
  return synced;
}

async function readAndWrite(customerId: string): Promise<SyncedMembership> {
  const fence = await nextReadFence();
  const subscriptions = await listSubscriptions(customerId);
  // A deleted customer's list is empty too, so the customer is checked.
  const isDeleted =
    !subscriptions || (subscriptions.length === 0 && (await readCustomer(customerId))?.deleted === true);
  if (isDeleted) return endDeletedCustomer(customerId);
  const listed = await Promise.all(
    subscriptions.map(async (subscription) =>
      listedSubscription(subscription, planOfPrice, await paidInvoices(subscription)),
    ),
  );
  return syncMembershipRows(customerId, fence, listed);
}

/** Records that Stripe deleted a customer, after expiring its Checkout Sessions. Throws 503 when Stripe is down. */
export async function endDeletedCustomer(customerId: string): Promise<SyncedMembership> {
  for (const { id } of await listOpenSessions(customerId)) await expireSession(id);
  return markStripeCustomerDeleted(customerId);
}

/**
 * Returns up to 100 open membership sessions of a customer, each with the customer expanded. Empty for an unknown
 * customer. Throws 503 when Stripe is down.
 */
export async function listOpenSessions(customerId: string): Promise<Stripe.Checkout.Session[]> {
  const expand = ["data.customer"];
  const wanted = { customer: customerId, status: "open", limit: 100, expand } as const;
  const { data } = await stripe()
    .checkout.sessions.list(wanted)
    .catch(orIfMissing({ data: [] }));
  return data.filter(({ mode }) => mode === "subscription");
}

/**
 * Lists all subscriptions of a customer, including ended ones, with latest invoice and schedule. Null for a deleted
 * customer, empty for an unknown one. Throws 503 when Stripe is down, can't find a customer of ours, or returns the
 * other mode (live or test).
 */
export async function listSubscriptions(customerId: string): Promise<Stripe.Subscription[] | null> {
  const found: Stripe.Subscription[] = [];
  try {
    const list = stripe().subscriptions.list({
      customer: customerId,
      status: "all",
      limit: 100,
      expand: ["data.customer", "data.latest_invoice", "data.schedule"],
    });
    for await (const subscription of list) found.push(subscription);
  } catch (error) {
    if (!isMissing(error)) throw paymentsUnavailable(error);
    return (await isDeletedCustomer(customerId, error)) ? null : [];
  }
  if (found.some(({ livemode }) => livemode !== isLivemode())) {
    throw paymentsUnavailable(new Error("the subscriptions are of the other mode, live or test"));
  }
  const isDeleted = found.some(({ customer }) => typeof customer === "object" && customer.deleted);
  return isDeleted ? null : found;
}

const readCustomer = (customerId: string) => stripe().customers.retrieve(customerId).catch(orIfMissing(null));

/**
 * Returns whether Stripe has deleted the customer. False for a customer that isn't ours. Throws 503 if the customer exists, and
 * if it's ours but Stripe can't find it (as with another account's key), after notifying staff once. `why`: the caller's error.
 */
export async function isDeletedCustomer(customerId: string, why: unknown): Promise<boolean> {
  const customer = await readCustomer(customerId);
  if (customer?.deleted) return true;
  if (!customer && !(await noteLostCustomer(customerId))) return false;
  throw paymentsUnavailable(why);
}

/**
 * Returns the invoices that show which plan was paid for in the period. Usually that's the latest one, which was read
 * with the subscription.
 */
async function paidInvoices(subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  if (isEnded(subscription)) return [];
  const { latest_invoice: latest } = subscription;
  if (latest && typeof latest === "object" && isPaidByLatest(subscription, latest, planOfPrice))
    return [latest];
  const paid = { subscription: subscription.id, status: "paid", limit: INVOICES } as const;
  return (await stripe().invoices.list(paid).catch(throwUnavailable)).data;
}

/** Stores a customer of ours whose ID never reached the database. Returns false for any other. */
async function adoptCustomer(customerId: string): Promise<boolean> {
  const customer = await readCustomer(customerId);
  const owner = !customer || customer.deleted ? null : ownerOfCustomer(customer.metadata);
  if (owner === null) return false;
  const stored = await ensureStripeCustomer(owner, customerId);
  if (stored === null) await notePayerWithoutAccount(customerId, owner);
  return stored === customerId;
}

/** Alerts staff once that a deleted account is still charged for a membership. */
async function notePayerWithoutAccount(customerId: string, userId: string): Promise<void> {
  const current = currentSubscription((await listSubscriptions(customerId)) ?? []);
  if (!current) return;
  await noteLostCustomer(customerId, { userId, subscriptionId: current.id });
}
