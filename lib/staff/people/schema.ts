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

/** Why an account wasn't made staff or wasn't removed, by the refusal's reason. */
export const memberMessages = {
  already_bound: "This person is already staff.",
  no_account: "No account has this email. Ask them to sign up first.",
  not_confirmed: "This account isn't confirmed yet. Ask them to open the link in their email.",
  password_not_proven:
    "Someone else may know this account's password. Ask its owner to reset it or turn on two-step sign-in.",
  ambiguous: "Several accounts have this email. Ask your database administrator.",
  not_staff: "This person is no longer staff.",
  last_owner: "You can't remove the last owner.",
} as const;

/** What the page of a person says when it shows none, as the specification's error catalog words it. */
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
