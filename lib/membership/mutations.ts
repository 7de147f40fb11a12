import "server-only";
import type { ListedSubscription } from "@/lib/membership/listed-subscription";
import type { StoredMembership } from "@/lib/membership/membership";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** A number for the read of the payment service that follows: of two reads, the later one's counts. */
export async function takeMembershipFence(): Promise<number> {
  return unwrap(await serviceClient().rpc("next_membership_fence", {}));
}

/** `stale`: a later read was written before, and nothing changed. `unknown_customer`: nobody of ours. */
export type SyncedMembership = {
  outcome: "written" | "stale" | "unknown_customer";
  user_id: string | null;
  /** The active membership, else the newest, or null. */
  subscription: StoredMembership | null;
};

/** Writes all subscriptions of a customer at once; those not listed end. See the SQL function sync_membership. */
export async function writeMemberships(
  customerId: string,
  fence: number,
  subscriptions: ListedSubscription[],
): Promise<SyncedMembership> {
  const result = await serviceClient().rpc("sync_membership", {
    p_stripe_customer_id: customerId,
    p_fence: fence,
    p_subscriptions: subscriptions,
  });
  return unwrap(result) as SyncedMembership;
}

/** Ties a customer of the payment service to an account; answers the one to use, whoever was first. */
export async function createStripeCustomer(userId: string, customerId: string): Promise<string> {
  const result = await serviceClient().rpc("ensure_stripe_customer", {
    p_user_id: userId,
    p_stripe_customer_id: customerId,
  });
  return (unwrap(result) as { stripe_customer_id: string }).stripe_customer_id;
}

/**
 * Says which payment page a person wants; answers the attempt for its idempotency key. `spoiled` is an attempt that is
 * of no use any more: of several callers one raises it.
 */
export async function beginMembershipCheckout(
  userId: string,
  priceId: string,
  spoiled?: number,
): Promise<number> {
  const result = await serviceClient().rpc("begin_membership_checkout", {
    p_user_id: userId,
    p_price_id: priceId,
    p_from_attempt: spoiled,
  });
  return (unwrap(result) as { attempt: number }).attempt;
}
