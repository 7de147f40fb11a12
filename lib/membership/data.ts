import "server-only";
import type { Membership, StoredMembership } from "@/lib/membership/membership";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** How long after its period's end an active membership counts as being renewed. */
const RENEWAL_MS = 2 * 3_600_000;

/** A person's record at the payment service, and which payment page was asked for last. */
export type StripeCustomer = {
  stripe_customer_id: string;
  checkout_price: string | null;
  checkout_attempt: number;
};

/** A person's record at the payment service, or null. */
export async function getStripeCustomer(userId: string): Promise<StripeCustomer | null> {
  const result = await serviceClient().rpc("get_stripe_customer", { p_user_id: userId });
  return (unwrap(result) as { customer: StripeCustomer | null }).customer;
}

/** A membership and whom to write to about it. */
export type MembershipForEmail = {
  subscription: StoredMembership | null;
  email: string | null;
  full_name: string | null;
};

/** The membership of a subscription of the payment service; nulls when it is not known. */
export async function getMembership(subscriptionId: string): Promise<MembershipForEmail> {
  const result = await serviceClient().rpc("get_membership", { p_stripe_subscription_id: subscriptionId });
  return unwrap(result) as MembershipForEmail;
}

/** Customers that the payment service should be asked about again, longest unasked first. */
export async function listMembershipsToSync(limit: number): Promise<string[]> {
  return unwrap(await serviceClient().rpc("list_memberships_to_sync", { p_limit: limit })) as string[];
}

/**
 * The customer of a membership whose period ended less than two hours ago and that nobody has ended: its renewal is
 * probably on its way. Null when there is none.
 */
export async function getRenewingCustomer(accessToken: string, userId: string): Promise<string | null> {
  const now = Date.now();
  const result = await personClient(accessToken)
    .from("subscriptions")
    .select("stripe_customer_id")
    .eq("user_id", userId)
    .eq("status", "active")
    .lte("current_period_end", new Date(now).toISOString())
    .gt("current_period_end", new Date(now - RENEWAL_MS).toISOString())
    .limit(1);
  return unwrap(result)[0]?.stripe_customer_id ?? null;
}

const FACTS =
  "plan_type, status, created_at, current_period_start, current_period_end, cancel_at_period_end" as const;

/** A person's latest memberships, read as that person: also those that have ended or are not paid. */
export async function listMemberships(accessToken: string, userId: string): Promise<Membership[]> {
  const result = await personClient(accessToken)
    .from("subscriptions")
    .select(FACTS)
    .eq("user_id", userId)
    .order("created_at", { ascending: false })
    .limit(20);
  return unwrap(result) as Membership[];
}

/** PostgREST's code for a single row that is none, or several. */
const NOT_ONE_ROW = "PGRST116";

/** A person's active subscription, read as that person; null when there is none. Throws when it cannot be read. */
export async function getActiveSubscription(accessToken: string, userId: string): Promise<Membership | null> {
  const result = await personClient(accessToken)
    .from("subscriptions")
    .select(FACTS)
    .eq("user_id", userId)
    .eq("status", "active")
    .single();
  if (result.error?.code === NOT_ONE_ROW) return null;
  return unwrap(result) as Membership;
}
