import "server-only";
import type Stripe from "stripe";
import { log } from "@/lib/base/log";
import { listedSubscription } from "@/lib/membership/listed-subscription";
import { ensureStripeCustomer, type SyncedMembership, syncMembershipRows } from "@/lib/membership/mutations";
import { planOfPrice } from "@/lib/membership/prices";
import { isMissing, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { ownerOfCustomer } from "@/lib/stripe/metadata";
import { nextReadFence } from "@/lib/supabase/mutations";

/**
 * Brings a person's membership in step with the payment service. No event is interpreted: whoever hears that something
 * may have changed (the webhook, the success page, the reconcile job) calls this with the customer, in any order, as
 * often as they like.
 *
 * 1. A fence is taken from the database: a number that grows with every read.
 * 2. All subscriptions of the customer are read, ended ones too, and put into the database's terms.
 * 3. They are written as one set under the fence. Of two reads the one with the higher fence counts (`stale` for the
 *    other), and what is not listed ends.
 * 4. A customer that the database does not know, but whose metadata names one of our accounts, is entered, and 2 and 3
 *    run again.
 *
 * Answers what was written. Throws only when the payment service or the database cannot be asked.
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
  const listed = subscriptions.map((subscription) => listedSubscription(subscription, planOfPrice));
  return syncMembershipRows(customerId, fence, listed);
}

/**
 * Reads all subscriptions of a customer from the payment service, ended ones too; none when the customer was deleted.
 * Throws 503 when it cannot be asked.
 */
export async function listSubscriptions(customerId: string): Promise<Stripe.Subscription[]> {
  const found: Stripe.Subscription[] = [];
  try {
    const list = stripe().subscriptions.list({ customer: customerId, status: "all", limit: 100 });
    for await (const subscription of list) found.push(subscription);
  } catch (error) {
    if (isMissing(error)) return [];
    throw paymentsUnavailable(error);
  }
  return found;
}

/** Enters a customer that we made and whose entry got lost on the way to the database; false for nobody of ours. */
async function adoptCustomer(customerId: string): Promise<boolean> {
  let customer: Stripe.Customer | Stripe.DeletedCustomer;
  try {
    customer = await stripe().customers.retrieve(customerId);
  } catch (error) {
    if (isMissing(error)) return false;
    throw paymentsUnavailable(error);
  }
  const owner = customer.deleted ? null : ownerOfCustomer(customer.metadata);
  return owner !== null && (await ensureStripeCustomer(owner, customerId)) === customerId;
}
