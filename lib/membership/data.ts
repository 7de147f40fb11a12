import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import {
  type Membership,
  membershipSchema,
  storedMembershipSchema,
} from "@/lib/membership/stored-membership";
import { profileRowSchema } from "@/lib/profile/profile";
import { asPerson, call, parsed, unwrap } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

const stripeCustomerSchema = z.object({
  stripe_customer_id: z.string(),
  checkout_price: z.nullable(z.string()),
  checkout_attempt: z.number(),
});

const customerOrFormerSchema = z.object({
  customer: z.nullable(stripeCustomerSchema),
  former: z.nullable(z.string()),
});

/**
 * Returns a person's Stripe customer and, after a deletion in Stripe, the deleted one (`former`). Both are null
 * before the first checkout. Throws when the database is down.
 */
export async function getCustomerOrFormer(userId: string) {
  return call(serviceClient(), "get_stripe_customer", { user_id: userId }, customerOrFormerSchema);
}

export async function getStripeCustomer(userId: string) {
  return (await getCustomerOrFormer(userId)).customer;
}

const membershipForEmailSchema = z.object({
  subscription: z.nullable(storedMembershipSchema),
  email: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
});
export type MembershipForEmail = z.infer<typeof membershipForEmailSchema>;

/** Returns the stored membership of a Stripe subscription in any status. All fields are null if there is none. */
export async function getMembership(subscriptionId: string): Promise<MembershipForEmail> {
  const args = { stripe_subscription_id: subscriptionId };
  return call(serviceClient(), "get_membership", args, membershipForEmailSchema);
}

/**
 * Lists up to `limit` Stripe customers to sync again, longest unsynced first. Members are due once a day, and sooner
 * after their period ended, while a payment is overdue, or after opening a checkout.
 */
export async function listMembershipsToSync(limit: number): Promise<string[]> {
  return call(serviceClient(), "list_memberships_to_sync", { limit }, z.array(z.string()));
}

const profilePageSchema = z.object({
  profile: z.nullable(profileRowSchema),
  /** The profile with the latest batch's return address. Null when the profile has its own or there is none. */
  last_address: z.nullable(profileRowSchema),
  staff_role: z.nullable(staffRoleSchema),
  optional_emails: z.boolean(),
  memberships: z.array(membershipSchema),
});
/** `profile` is null before the first save. `memberships` has the latest 20 in any status, newest first. */
export type ProfilePage = z.infer<typeof profilePageSchema>;

/** Reads a person's profile page in one call, with that person's rights. Throws when the database is down. */
export async function getProfilePage(accessToken: string): Promise<ProfilePage> {
  return call(personClient(accessToken), "get_profile_page", {}, profilePageSchema, asPerson);
}

const FACTS =
  "plan_type, next_plan_type, status, created_at, current_period_start, current_period_end, cancel_at_period_end" as const;

/** PostgREST's error code when a query for one row finds none or several. */
const NOT_ONE_ROW = "PGRST116";

/**
 * Returns a person's subscription stored as active, or null, using the query that the specification names.
 * isActiveMembership checks whether its period is current. Throws when it can't be read.
 */
export async function getActiveSubscription(accessToken: string, userId: string): Promise<Membership | null> {
  const result = await personClient(accessToken)
    .from("subscriptions")
    .select(FACTS)
    .eq("user_id", userId)
    .eq("status", "active")
    .single();
  if (result.error?.code === NOT_ONE_ROW) return null;
  return parsed("subscriptions", membershipSchema, unwrap(result));
}
