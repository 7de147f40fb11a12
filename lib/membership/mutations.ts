import "server-only";
import * as z from "zod/mini";
import type { ListedSubscription } from "@/lib/membership/listed-subscription";
import { storedMembershipSchema } from "@/lib/membership/stored-membership";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

export const syncedMembershipSchema = z.object({
  outcome: z.enum(["written", "stale", "unknown_customer"]),
  user_id: z.nullable(z.string()),
  /** The active membership, otherwise the newest. Null if there is none. */
  subscription: z.nullable(storedMembershipSchema),
});
export const deletedCustomerSchema = z.object({
  outcome: z.enum(["deleted_customer", "unknown_customer"]),
  user_id: z.nullable(z.string()),
  subscription: z.nullable(storedMembershipSchema),
});
export type SyncedMembership = z.infer<typeof syncedMembershipSchema> | z.infer<typeof deletedCustomerSchema>;

/**
 * Writes all subscriptions of a customer as one set and ends unlisted ones. `fence` was taken before the read.
 * `stale`: a later read is already stored, and nothing changed.
 */
export async function syncMembershipRows(
  customerId: string,
  fence: number,
  subscriptions: ListedSubscription[],
): Promise<SyncedMembership> {
  const args = { stripe_customer_id: customerId, fence, subscriptions };
  return call(serviceClient(), "sync_membership", args, syncedMembershipSchema);
}

/** Ends the memberships of a deleted Stripe customer, so that the next checkout creates a new customer. */
export async function markStripeCustomerDeleted(customerId: string): Promise<SyncedMembership> {
  const args = { stripe_customer_id: customerId };
  return call(serviceClient(), "mark_stripe_customer_deleted", args, deletedCustomerSchema);
}

/**
 * Records for staff that Stripe can't find a customer of ours or, with `payer`, that someone pays for a subscription
 * without an account or customer. Returns whether the customer is ours.
 */
export async function noteLostCustomer(
  customerId: string,
  payer?: { userId: string; subscriptionId: string },
): Promise<boolean> {
  const args = {
    stripe_customer_id: customerId,
    user_id: payer?.userId ?? null,
    subscription_id: payer?.subscriptionId ?? null,
  };
  const schema = z.object({ is_ours: z.boolean() });
  return (await call(serviceClient(), "note_lost_customer", args, schema)).is_ours;
}

/**
 * Stores an account's Stripe customer and returns the one to use, which is the first one stored. Null when the
 * account was deleted. Throws when the customer belongs to another account.
 */
export async function ensureStripeCustomer(userId: string, customerId: string): Promise<string | null> {
  const args = { user_id: userId, stripe_customer_id: customerId };
  const schema = z.object({ stripe_customer_id: z.nullable(z.string()) });
  return (await call(serviceClient(), "ensure_stripe_customer", args, schema)).stripe_customer_id;
}

/**
 * Stores the requested price and returns the attempt for the idempotency key. A different price increments it.
 * `spoiled`: the attempt that can no longer be used. Only one of several concurrent callers increments it, and all
 * get the new one. Null when the customer was deleted in the meantime.
 */
export async function beginMembershipCheckout(customerId: string, priceId: string, spoiled?: number) {
  const args = { stripe_customer_id: customerId, price_id: priceId, from_attempt: spoiled ?? null };
  const schema = z.object({ attempt: z.nullable(z.number()) });
  return (await call(serviceClient(), "begin_membership_checkout", args, schema)).attempt;
}
