import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { sharedMessages } from "@/lib/base/shared-messages";
import { uuidSchema } from "@/lib/base/uuid";
import { membershipSchema } from "@/lib/membership/membership";
import { profileRowSchema } from "@/lib/profile/profile";
import { staffMessages, text } from "@/lib/staff/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";

/** Reads the body of POST /api/admin/members. */
export const addMemberSchema = z.object({
  email: text(254).check(z.email(staffMessages.email)),
});

/** Reads the body of DELETE /api/admin/members. */
export const removeMemberSchema = z.object({ user_id: uuidSchema });

/** Says why an account wasn't made staff, or not removed, by the reason of the refusal. */
export const memberMessages = {
  already_bound: "This account is staff already.",
  no_account: "There is no account with this address. The person signs up first.",
  not_confirmed: "This account has not confirmed its address yet.",
  password_not_proven:
    "This account has not set its password by email since it was confirmed. Ask the person to use 'Forgot password' or to turn on two-step sign-in.",
  ambiguous: "Several accounts have this address. Please ask whoever runs the database.",
  not_staff: "This account is not staff any more.",
  last_owner: "This is the only owner, and one must remain.",
} as const;

/** What the page of a person says when it shows none, as the specification's error catalogue words it. */
export const userProfileMessages = {
  noUser: sharedMessages.noUserId,
  failed: "Failed to fetch user profile",
  notFound: sharedMessages.noProfile,
} as const;

/**
 * Reads a person's profile (null: no such account) and their last 10 orders. Of an account that has saved no profile
 * all but the account's own facts is null.
 */
export const userProfilePageSchema = z.object({
  staff_role: staffRoleSchema,
  profile: z.nullable(
    z.extend(z.omit(profileRowSchema, { updated_at: true }), {
      email: z.nullable(z.string()),
      country: z.nullable(z.string()),
      created_at: z.string(),
      subscription: z.nullable(membershipSchema),
    }),
  ),
  orders: z.array(staffOrderSchema),
});
/** A person as staff see them. */
export type UserProfilePage = z.infer<typeof userProfilePageSchema>;

const memberSchema = z.object({
  user_id: z.string(),
  role: staffRoleSchema,
  /** An account may have lost its email address. */
  email: z.nullable(z.string()),
  created_at: z.string(),
});
/** A member of staff. */
export type Member = z.infer<typeof memberSchema>;

/** Reads who is staff, owners first, and the id of who is looking. */
export const peopleSchema = z.object({
  me: z.string(),
  staff_role: staffRoleSchema,
  people: z.array(memberSchema),
});
/** The page about who is staff, for owners. */
export type People = z.infer<typeof peopleSchema>;
