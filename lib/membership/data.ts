import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { type Membership, membershipSchema, storedMembershipSchema } from "@/lib/membership/membership";
import { profileRowSchema } from "@/lib/profile/profile";
import { asPerson, call, parsed, unwrap } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

const stripeCustomerSchema = z.object({
  stripe_customer_id: z.string(),
  checkout_price: z.nullable(z.string()),
  checkout_attempt: z.number(),
});
/**
 * A person's record at the payment service, and the payment page that was asked for last: its price (null: none yet)
 * and the attempt that its idempotency key carries.
 */
export type StripeCustomer = z.infer<typeof stripeCustomerSchema>;

const customerOrFormerSchema = z.object({
  customer: z.nullable(stripeCustomerSchema),
  former: z.nullable(z.string()),
});
/** A person's record at the payment service; without one, the one before it that was deleted there. */
export type CustomerOrFormer = z.infer<typeof customerOrFormerSchema>;

/**
 * Reads a person's record at the payment service. Both are null when the person never opened a payment page. Throws when
 * the database doesn't answer.
 */
export async function getCustomerOrFormer(userId: string): Promise<CustomerOrFormer> {
  return call(serviceClient(), "get_stripe_customer", { p_user_id: userId }, customerOrFormerSchema);
}

/** Reads a person's record at the payment service; null when there is none. Throws as getCustomerOrFormer does. */
export async function getStripeCustomer(userId: string): Promise<StripeCustomer | null> {
  return (await getCustomerOrFormer(userId)).customer;
}

const membershipForEmailSchema = z.object({
  subscription: z.nullable(storedMembershipSchema),
  email: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
});
/** A membership and whom to write to about it. Each is null when it is not known. */
export type MembershipForEmail = z.infer<typeof membershipForEmailSchema>;

/**
 * Reads the membership that belongs to a subscription of the payment service, whatever its status is. All is null when
 * no such subscription was written.
 */
export async function getMembership(subscriptionId: string): Promise<MembershipForEmail> {
  const args = { p_stripe_subscription_id: subscriptionId };
  return call(serviceClient(), "get_membership", args, membershipForEmailSchema);
}

/**
 * Lists up to `limit` customers (ids of the payment service) that it should be asked about again, longest unasked
 * first: those whose period has ended, those in arrears, and everybody once a day.
 */
export async function listMembershipsToSync(limit: number): Promise<string[]> {
  return call(serviceClient(), "list_memberships_to_sync", { p_limit: limit }, z.array(z.string()));
}

const profilePageSchema = z.object({
  profile: z.nullable(profileRowSchema),
  /** The profile with the return address of the latest batch, where the profile has none. */
  last_address: z.nullable(profileRowSchema),
  staff_role: z.nullable(staffRoleSchema),
  optional_emails: z.boolean(),
  memberships: z.array(membershipSchema),
});
/**
 * What stands on a person's profile page: name and address (null: none yet), role, whether they get optional emails, and the 20 latest memberships,
 * newest first, also those that have ended or are not paid.
 */
export type ProfilePage = z.infer<typeof profilePageSchema>;

/** Reads a person's profile page, in one call made as the person. Throws when the database doesn't answer. */
export async function getProfilePage(accessToken: string): Promise<ProfilePage> {
  return call(personClient(accessToken), "get_profile_page", {}, profilePageSchema, asPerson);
}

const FACTS =
  "plan_type, next_plan_type, status, created_at, current_period_start, current_period_end, cancel_at_period_end" as const;

/** PostgREST's code for a single row that is none, or several. */
const NOT_ONE_ROW = "PGRST116";

/**
 * Reads the subscription of a person that is stored as active, as that person, with the query that the specification
 * names: a single row, whose PGRST116 counts as none (null). Whether its period has run out is for isActiveMembership
 * to say. Throws when it cannot be read.
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
