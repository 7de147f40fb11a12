import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { STAFF_RIGHTS } from "@/lib/auth/staff-right";
import { sharedMessages } from "@/lib/base/shared-messages";
import { uuidSchema } from "@/lib/base/uuid";
import { membershipSchema } from "@/lib/membership/membership";
import { profileRowSchema } from "@/lib/profile/profile";
import { staffMessages, text, version } from "@/lib/staff/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";

/** Reads the body of POST /api/admin/members. */
export const addMemberSchema = z.object({
  email: text(254).check(z.email(staffMessages.email)),
});

/** Reads the body of DELETE /api/admin/members. */
export const removeMemberSchema = z.object({ user_id: uuidSchema });

/** Reads the body of POST /api/admin/members/rights: all that somebody may do from now on, and the version that was seen. */
export const rightsSchema = z.object({
  user_id: uuidSchema,
  version,
  role: z.enum(["owner", "staff"]),
  rights: z.array(z.enum(STAFF_RIGHTS)).check(z.maxLength(STAFF_RIGHTS.length)),
});
/** What somebody may do from now on. */
export type RightsBody = z.infer<typeof rightsSchema>;

/** Reads the body of POST /api/admin/members/main. */
export const handOverSchema = z.object({ user_id: uuidSchema });

/** Says why an account was not made staff, not removed, or its rights not changed, by the outcome of the call. */
export const memberMessages = {
  already_staff: "This account is staff already.",
  no_account: "There is no account with this address. The person signs up first.",
  not_confirmed: "This account has not confirmed its address yet.",
  password_not_proven:
    "This account has not set its password by email since it was confirmed. Ask the person to use 'Forgot password' or to turn on two-step sign-in.",
  ambiguous: "Several accounts have this address. Please ask whoever runs the database.",
  not_staff: "This account is not staff any more.",
  is_owner: "An owner cannot be removed. Take the owner's rights away first.",
  own_rights: "Nobody changes their own rights. Ask another owner.",
  is_main_owner: "This is the main owner, who hands that over first.",
  not_main: "You are not the main owner any more. Please reload the page.",
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

/** What the record of a change keeps of somebody, before it and after it. */
export const standingSchema = z.object({
  role: z.enum(["owner", "staff"]),
  rights: z.array(z.enum(STAFF_RIGHTS)),
  is_main: z.boolean(),
});
/** What somebody was among the staff. */
export type Standing = z.infer<typeof standingSchema>;

const memberSchema = z.extend(standingSchema, {
  user_id: z.string(),
  email: z.nullable(z.string()),
  /** Goes with a change of the rights. */
  version: z.number(),
  created_at: z.string(),
});
/** One of the staff. */
export type Member = z.infer<typeof memberSchema>;

/** Reads who is staff and what changed about it. An account may have lost its e-mail address. */
export const peopleSchema = z.object({
  /** The id of who is looking, and their role. */
  me: z.string(),
  staff_role: staffRoleSchema,
  /** The main owner first. */
  people: z.array(memberSchema),
  /** Newest first, the last 50. */
  events: z.array(
    z.object({
      id: z.number(),
      staff_user_id: z.string(),
      email: z.nullable(z.string()),
      action: z.enum(["added", "role_changed", "rights_changed", "handed_over", "removed"]),
      /** Null: a script of the house. */
      actor_id: z.nullable(z.string()),
      actor_email: z.nullable(z.string()),
      /** Null: was, or is, no staff; or it was not kept. */
      before: z.nullable(standingSchema),
      after: z.nullable(standingSchema),
      at: z.string(),
    }),
  ),
});
/** The page of staff, for those who may change it. */
export type People = z.infer<typeof peopleSchema>;
