import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";

/** Reads what staff_add_member answers; memberMessages says each refusal in words. */
export const addedSchema = z.object({
  outcome: z.enum([
    "added",
    "already_staff",
    "no_account",
    "not_confirmed",
    "password_not_proven",
    "ambiguous",
  ]),
});

/**
 * Makes the confirmed account of this address staff; throws 403 for anyone but an owner. An address without an
 * account, or one that isn't confirmed, gives nothing: whoever registers it later doesn't become staff by it. Nor does one whose
 * password may be that of a stranger who registered the address first.
 */
export async function addMember(
  actor: string,
  email: string,
): Promise<z.infer<typeof addedSchema>["outcome"]> {
  return (await writeAsStaff("staff_add_member", { p_actor: actor, p_email: email }, addedSchema)).outcome;
}

/** Reads what staff_remove_member answers. */
export const removedSchema = z.object({ outcome: z.enum(["removed", "not_staff", "last_owner"]) });

/**
 * Ends a member's access at once, since every call looks the member up. The last owner can't be removed. Throws 403 for anyone
 * but an owner.
 */
export async function removeMember(
  actor: string,
  userId: string,
): Promise<z.infer<typeof removedSchema>["outcome"]> {
  const args = { p_actor: actor, p_user_id: userId };
  return (await writeAsStaff("staff_remove_member", args, removedSchema)).outcome;
}
