import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";

export const addedSchema = z.object({
  outcome: z.enum(["added", "already_staff", "no_account", "not_confirmed", "ambiguous"]),
});

/** Makes a confirmed account staff; for the owner. */
export async function addMember(
  actor: string,
  email: string,
): Promise<z.infer<typeof addedSchema>["outcome"]> {
  return (await writeAsStaff("staff_add_member", { p_actor: actor, p_email: email }, addedSchema)).outcome;
}

export const removedSchema = z.object({ outcome: z.enum(["removed", "not_staff", "is_owner"]) });

/** Ends a member's rights at once; for the owner, who cannot be removed. */
export async function removeMember(
  actor: string,
  userId: string,
): Promise<z.infer<typeof removedSchema>["outcome"]> {
  const args = { p_actor: actor, p_user_id: userId };
  return (await writeAsStaff("staff_remove_member", args, removedSchema)).outcome;
}
