import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { memberMessages } from "@/lib/staff/people/schema";

const reasonSchema = z.enum(Object.keys(memberMessages) as (keyof typeof memberMessages)[]);
const texts = {
  member_refused: ({ reason }: { reason?: unknown }) => memberMessages[z.parse(reasonSchema, reason)],
};

/** Reads what staff_add_member answers. */
export const addedSchema = z.object({ outcome: z.literal("added") });

/**
 * Creates the confirmed account of this address staff; throws 403 for anyone but an owner. An address without an
 * account, or one that isn't confirmed, gives nothing (409): someone who registers it later doesn't become staff by it. Nor does one whose
 * password may be that of a stranger who registered the address first.
 */
export async function addMember(actor: string, email: string): Promise<z.infer<typeof addedSchema>> {
  return writeAsStaff("staff_add_member", { p_actor: actor, p_email: email }, addedSchema, texts);
}

/** Reads what staff_remove_member answers. */
export const removedSchema = z.object({ outcome: z.literal("removed") });

/**
 * Ends a member's access at once, since every call looks the member up. The last owner can't be removed (409). Throws 403 for anyone
 * but an owner.
 */
export async function removeMember(actor: string, userId: string): Promise<z.infer<typeof removedSchema>> {
  return writeAsStaff("staff_remove_member", { p_actor: actor, p_user_id: userId }, removedSchema, texts);
}
