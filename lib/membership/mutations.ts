import "server-only";
import * as z from "zod/mini";
import type { ListedSubscription } from "@/lib/membership/listed-subscription";
import { storedMembershipSchema } from "@/lib/membership/membership";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Reads what sync_membership answers. A test holds its words against those that the SQL can write. */
export const syncedMembershipSchema = z.object({
  /** `stale`: a later read was written before, and nothing changed. `unknown_customer`: no one of ours. */
  outcome: z.enum(["written", "stale", "unknown_customer"]),
  user_id: z.nullable(z.string()),
  /** The active membership, else the newest, or null. */
  subscription: z.nullable(storedMembershipSchema),
});
/** Reads what forget_stripe_customer answers. */
export const forgottenCustomerSchema = z.object({
  outcome: z.enum(["deleted_customer", "unknown_customer"]),
  user_id: z.nullable(z.string()),
  subscription: z.nullable(storedMembershipSchema),
});
/** What came of writing a customer's subscriptions, or of forgetting one that the payment service has deleted. */
export type SyncedMembership =
  | z.infer<typeof syncedMembershipSchema>
  | z.infer<typeof forgottenCustomerSchema>;

/**
 * Writes all subscriptions of a customer as one set; those that are not listed end. `fence` was taken before the
 * payment service was read: when a later read was written already, nothing changes and the outcome is `stale`.
 */
export async function syncMembershipRows(
  customerId: string,
  fence: number,
  subscriptions: ListedSubscription[],
): Promise<SyncedMembership> {
  const args = { p_stripe_customer_id: customerId, p_fence: fence, p_subscriptions: subscriptions };
  return call(serviceClient(), "sync_membership", args, syncedMembershipSchema);
}

/**
 * Ends the memberships of a customer that the payment service says it has deleted, and marks the entry, so that the
 * account's next payment page makes another one.
 */
export async function forgetStripeCustomer(customerId: string): Promise<SyncedMembership> {
  const args = { p_stripe_customer_id: customerId };
  return call(serviceClient(), "forget_stripe_customer", args, forgottenCustomerSchema);
}

/**
 * Notes for staff that the payment service does not find a customer of ours, or (with `payer`) that someone pays for
 * a subscription whose account is gone, or whose customer was deleted there. The job tells them. Answers whether the
 * customer is ours.
 */
export async function noteLostCustomer(
  customerId: string,
  payer?: { userId: string; subscriptionId: string },
): Promise<boolean> {
  const args = {
    p_stripe_customer_id: customerId,
    p_user_id: payer?.userId ?? null,
    p_subscription_id: payer?.subscriptionId ?? null,
  };
  const schema = z.object({ is_ours: z.boolean() });
  return (await call(serviceClient(), "note_lost_customer", args, schema)).is_ours;
}

/**
 * Ties a customer of the payment service to an account and returns the one to use: the first that was entered counts,
 * also of those who follow a deleted one; who brings that one once more is answered it.
 * Null when the account is gone. Throws when the customer is another account's.
 */
export async function ensureStripeCustomer(userId: string, customerId: string): Promise<string | null> {
  const args = { p_user_id: userId, p_stripe_customer_id: customerId };
  const schema = z.object({ stripe_customer_id: z.nullable(z.string()) });
  return (await call(serviceClient(), "ensure_stripe_customer", args, schema)).stripe_customer_id;
}

/**
 * Notes which payment page a person wants and returns the attempt for its idempotency key. Another price gives a new
 * attempt. `spoiled` is the attempt whose page can no longer be used: exactly one of several concurrent callers raises
 * it, and all of them get the same new one. Null when the customer was forgotten meanwhile, also if there is a new one.
 */
export async function beginMembershipCheckout(
  customerId: string,
  priceId: string,
  spoiled?: number,
): Promise<number | null> {
  const args = { p_stripe_customer_id: customerId, p_price_id: priceId, p_from_attempt: spoiled ?? null };
  const schema = z.object({ attempt: z.nullable(z.number()) });
  return (await call(serviceClient(), "begin_membership_checkout", args, schema)).attempt;
}
