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

/** Returns a person's Stripe customer. Both are null before the first payment page. Throws when the database is down. */
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

/** Returns the membership of a Stripe subscription in any status. All is null when none is stored. */
export async function getMembership(subscriptionId: string): Promise<MembershipForEmail> {
  const args = { stripe_subscription_id: subscriptionId };
  return call(serviceClient(), "get_membership", args, membershipForEmailSchema);
}

/** Lists up to `limit` Stripe customers to sync again, longest unsynced first: daily, or when their period ended or is overdue. */
export async function listMembershipsToSync(limit: number): Promise<string[]> {
  return call(serviceClient(), "list_memberships_to_sync", { limit }, z.array(z.string()));
}

const profilePageSchema = z.object({
  profile: z.nullable(profileRowSchema),
  /** The profile with the return address of the latest batch, where the profile has none. */
  last_address: z.nullable(profileRowSchema),
  staff_role: z.nullable(staffRoleSchema),
  optional_emails: z.boolean(),
  memberships: z.array(membershipSchema),
});
/** A person's profile (null: none yet), role, email choice and latest 20 memberships in any status, newest first. */
export type ProfilePage = z.infer<typeof profilePageSchema>;

/** Returns a person's profile page with one call as that person. Throws when the database is down. */
export async function getProfilePage(accessToken: string): Promise<ProfilePage> {
  return call(personClient(accessToken), "get_profile_page", {}, profilePageSchema, asPerson);
}

const FACTS =
  "plan_type, next_plan_type, status, created_at, current_period_start, current_period_end, cancel_at_period_end" as const;

/** PostgREST's code for no row, or several. */
const NOT_ONE_ROW = "PGRST116";

/**
 * Returns a person's subscription stored as active, or null, with the query that the specification names. isActiveMembership
 * checks its period. Throws when it can't be read.
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
