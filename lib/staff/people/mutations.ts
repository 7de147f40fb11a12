import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import type { RightsBody } from "@/lib/staff/people/schema";

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
 * Makes the confirmed account of this address staff; throws 403 for who has not the right people. An address without an
 * account, or one that is not confirmed, gives nothing: who registers it later gets no rights by it. Nor does one whose
 * password may be that of a stranger who registered the address first.
 */
export async function addMember(
  actor: string,
  email: string,
): Promise<z.infer<typeof addedSchema>["outcome"]> {
  return (await writeAsStaff("staff_add_member", { p_actor: actor, p_email: email }, addedSchema)).outcome;
}

/** Reads what staff_remove_member answers. */
export const removedSchema = z.object({ outcome: z.enum(["removed", "not_staff", "is_owner"]) });

/**
 * Ends a member's rights at once, since every call looks the member up; owners cannot be removed. Throws 403 for who has not
 * the right people.
 */
export async function removeMember(
  actor: string,
  userId: string,
): Promise<z.infer<typeof removedSchema>["outcome"]> {
  const args = { p_actor: actor, p_user_id: userId };
  return (await writeAsStaff("staff_remove_member", args, removedSchema)).outcome;
}

/** Reads what staff_set_rights answers. */
export const rightsResultSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["changed", "unchanged", "not_staff", "own_rights", "is_main_owner"]) }),
  z.object({
    outcome: z.literal("conflict"),
    /** Who changed them last, and when; null where nobody knows. */
    last: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string() })),
  }),
]);

/**
 * Sets what somebody else of the staff may do, from their next click on; throws 403 for who is no owner. Nothing is set
 * when somebody has changed it since `version`.
 */
export async function setRights(
  actor: string,
  { user_id: userId, version, role, rights }: RightsBody,
): Promise<z.infer<typeof rightsResultSchema>> {
  const args = { p_actor: actor, p_user_id: userId, p_version: version, p_role: role, p_rights: rights };
  return writeAsStaff("staff_set_rights", args, rightsResultSchema);
}

/** Reads what staff_hand_over answers. */
export const handedOverSchema = z.object({
  outcome: z.enum(["handed_over", "not_main", "own_rights", "not_staff"]),
});

/** Makes somebody else of the staff the main owner; the one who was stays an owner. Throws 403 for who is no owner. */
export async function handOver(
  actor: string,
  userId: string,
): Promise<z.infer<typeof handedOverSchema>["outcome"]> {
  const args = { p_actor: actor, p_user_id: userId };
  return (await writeAsStaff("staff_hand_over", args, handedOverSchema)).outcome;
}
