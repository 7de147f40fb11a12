import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Links the paid guest orders of the account's confirmed address to the account and returns how many. `guestKey` is of
 * this browser's order cookie. `isSelfConfirmed` accepts an address that the auth service confirmed without an email.
 */
export async function linkGuestOrders(
  userId: string,
  guestKey: string | null,
  isSelfConfirmed: boolean,
): Promise<number> {
  const args = { p_user_id: userId, p_guest_key: guestKey, p_self_confirmed: isSelfConfirmed };
  return call(serviceClient(), "link_guest_orders", args, z.number());
}

/**
 * Records that whoever holds the mailbox of an account has just chosen its password: before that, its earlier guest
 * orders are not linked, and it is not made staff. Removes identities that may be a stranger's, and OAuth sign-ins under
 * way; returns how many identities it removed.
 */
export async function notePasswordChoice(userId: string): Promise<number> {
  return call(serviceClient(), "note_password_choice", { p_user_id: userId }, z.number());
}
