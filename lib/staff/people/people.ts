import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { uuidSchema } from "@/lib/base/uuid";
import { membershipSchema } from "@/lib/membership/stored-membership";
import { profileRowSchema } from "@/lib/profile/profile";
import { readAsStaff } from "@/lib/staff/data";
import { writeAsStaff } from "@/lib/staff/mutations";
import { staffMessages, textSchema } from "@/lib/staff/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";

export const userProfilePageSchema = z.object({
  staff_role: staffRoleSchema,
  /** Null if no such account exists. Without a saved profile, only the account's own fields are set. */
  profile: z.nullable(
    z.extend(z.omit(profileRowSchema, { updated_at: true }), {
      email: z.nullable(z.string()),
      country: z.nullable(z.string()),
      created_at: z.string(),
      subscription: z.nullable(membershipSchema),
    }),
  ),
  /** The last ten orders. */
  orders: z.array(staffOrderSchema),
});
export type UserProfilePage = z.infer<typeof userProfilePageSchema>;

export async function getUserProfile(accessToken: string, userId: string): Promise<UserProfilePage> {
  return readAsStaff(accessToken, "staff_user_profile", { user_id: userId }, userProfilePageSchema);
}

const memberSchema = z.object({
  user_id: z.string(),
  role: staffRoleSchema,
  /** Accounts can lose their email. */
  email: z.nullable(z.string()),
  created_at: z.string(),
});
export type Member = z.infer<typeof memberSchema>;

export const peopleSchema = z.object({
  me: z.string(),
  staff_role: staffRoleSchema,
  /** Owners first. */
  people: z.array(memberSchema),
});
export type People = z.infer<typeof peopleSchema>;

/** Returns all staff. Throws 403 for anyone but an owner. */
export async function listPeople(accessToken: string): Promise<People> {
  return readAsStaff(accessToken, "staff_list_people", {}, peopleSchema);
}

export const addMemberSchema = z.object({ email: textSchema(254).check(z.email(staffMessages.email)) });

export const removeMemberSchema = z.object({ user_id: uuidSchema });

export const memberMessages = {
  already_bound: "This person is already staff.",
  no_account: "No account has this email. Ask them to sign up first.",
  not_confirmed: "This account isn't confirmed yet. Ask them to open the link in their email.",
  password_not_proven:
    "Someone else may know this account's password. Ask the account holder to reset it or turn on two-step sign-in.",
  ambiguous: "Several accounts have this email. Ask your database administrator to fix this.",
  not_staff: "This person is no longer staff.",
  last_owner: "You can't remove the last owner.",
} as const;
const reasonSchema = z.enum(Object.keys(memberMessages) as (keyof typeof memberMessages)[]);
const texts = {
  member_refused: ({ reason }: { reason?: unknown }) => memberMessages[z.parse(reasonSchema, reason)],
};

export const addedSchema = z.object({ outcome: z.literal("added") });

/**
 * Adds a confirmed account to staff. Throws 403 for anyone but an owner, and 409 if there is no confirmed account.
 * Otherwise someone could become staff by registering the email later, or a stranger who registered it first could
 * know the password.
 */
export async function addMember(actor: string, email: string): Promise<z.infer<typeof addedSchema>> {
  return writeAsStaff("staff_add_member", { actor, email }, addedSchema, texts);
}

export const removedSchema = z.object({ outcome: z.literal("removed") });

/** Ends a member's access immediately. Throws 403 for anyone but an owner, and 409 for the last owner. */
export async function removeMember(actor: string, userId: string): Promise<z.infer<typeof removedSchema>> {
  return writeAsStaff("staff_remove_member", { actor, user_id: userId }, removedSchema, texts);
}
