import "server-only";
import type Stripe from "stripe";
import { isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { listOpenPages } from "@/lib/membership/list-open-pages";
import { currentSubscription, isEnded, listedSubscription } from "@/lib/membership/listed-subscription";
import {
  ensureStripeCustomer,
  forgetStripeCustomer,
  noteLostCustomer,
  type SyncedMembership,
  syncMembershipRows,
} from "@/lib/membership/mutations";
import { isPaidByLatest } from "@/lib/membership/paid-plan";
import { planOfPrice } from "@/lib/membership/prices";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { ownerOfCustomer } from "@/lib/stripe/metadata";
import { closeSession } from "@/lib/stripe/sessions";
import { nextReadFence } from "@/lib/supabase/mutations";

/** A month has one invoice and one for each raise of the plan; the plan paid last is among them. */
const INVOICES = 20;

/**
 * Syncs a person's membership with the payment service. No event is interpreted: any caller that learns that something
 * may have changed (the webhook, the success page, a click on the button, the reconcile job) calls this with the
 * customer, in any order, as often as they like.
 *
 * 1. A fence is taken from the database: a number that grows with every read.
 * 2. All subscriptions of the customer are read, ended ones too, with the invoices that say which plan is paid for.
 * 3. They are written as one set under the fence. Of two reads the one with the higher fence counts (`stale` for the
 *    other), and what is not listed ends.
 * 4. A customer that the database does not know, but whose metadata names one of our accounts, is entered, and 2 and 3
 *    run again. One whom the payment service says it has deleted is forgotten.
 *
 * Returns what was written. Throws when the payment service or the database doesn't answer, and when the payment
 * service does not find a customer of ours: then nothing is written, and staff are notified.
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
  const isDeleted = !subscriptions || (subscriptions.length === 0 && (await isListedDeleted(customerId)));
  if (isDeleted) return forgetDeleted(customerId);
  const listed = await Promise.all(
    subscriptions.map(async (subscription) =>
      listedSubscription(subscription, planOfPrice, await paidInvoices(subscription)),
    ),
  );
  return syncMembershipRows(customerId, fence, listed);
}

/**
 * Forgets a customer that the payment service has deleted. Its payment pages are closed before: what is paid there
 * would be no one's. Throws 503 when the payment service doesn't answer.
 */
export async function forgetDeleted(customerId: string): Promise<SyncedMembership> {
  for (const { id } of await listOpenPages(customerId)) await closeSession(id);
  return forgetStripeCustomer(customerId);
}

/**
 * Reads all subscriptions of a customer from the payment service, ended ones too, each with its latest invoice and its
 * schedule. Null when the customer was deleted there; none for one that neither side knows. Throws 503 when it cannot
 * be asked, does not find a customer of ours, or answers of the other mode, live or test.
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

/** An empty list, too, is answered of a deleted customer, and does not say so. */
async function isListedDeleted(customerId: string): Promise<boolean> {
  try {
    return (await stripe().customers.retrieve(customerId)).deleted === true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw paymentsUnavailable(error);
  }
}

/**
 * Returns whether the payment service says that it has deleted a customer, rather than that it knows none: with a key of
 * another account or mode it knows no one. False for a customer that is not ours either. Throws 503 for one of ours
 * that is not found, which staff are notified once.
 *
 * @param why what made the caller ask.
 */
export async function isDeletedCustomer(customerId: string, why: unknown): Promise<boolean> {
  try {
    const customer = await stripe().customers.retrieve(customerId);
    if (customer.deleted) return true;
  } catch (error) {
    if (!isMissing(error)) throw paymentsUnavailable(error);
    if (!(await noteLostCustomer(customerId))) return false;
  }
  throw paymentsUnavailable(why);
}

/** The invoices that say what a subscription's period was paid for; mostly it is the latest, which was read with it. */
async function paidInvoices(subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  if (isEnded(subscription)) return [];
  const { latest_invoice: latest } = subscription;
  if (latest && typeof latest === "object" && isPaidByLatest(subscription, latest, planOfPrice))
    return [latest];
  try {
    const paid = { subscription: subscription.id, status: "paid", limit: INVOICES } as const;
    return (await stripe().invoices.list(paid)).data;
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}

/** Enters a customer that we made and whose entry got lost on the way to the database; false for no one of ours. */
async function adoptCustomer(customerId: string): Promise<boolean> {
  let customer: Stripe.Customer | Stripe.DeletedCustomer;
  try {
    customer = await stripe().customers.retrieve(customerId);
  } catch (error) {
    if (isMissing(error)) return false;
    throw paymentsUnavailable(error);
  }
  const owner = customer.deleted ? null : ownerOfCustomer(customer.metadata);
  if (owner === null) return false;
  const stored = await ensureStripeCustomer(owner, customerId);
  if (stored === null) await notePayerWithoutAccount(customerId, owner);
  return stored === customerId;
}

/** Tells staff, once, of someone who deleted the account and is charged for a membership nevertheless. */
async function notePayerWithoutAccount(customerId: string, userId: string): Promise<void> {
  const current = currentSubscription((await listSubscriptions(customerId)) ?? []);
  if (!current) return;
  await noteLostCustomer(customerId, { userId, subscriptionId: current.id });
}
