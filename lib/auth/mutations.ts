import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Links paid guest orders. `isSelfConfirmed` also accepts an email confirmed without a message (sandbox only). */
export async function linkGuestOrders(userId: string, guestKey: string | null, isSelfConfirmed: boolean) {
  const args = { user_id: userId, guest_key: guestKey, self_confirmed: isSelfConfirmed };
  return call(serviceClient(), "link_guest_orders", args, z.number());
}

/**
 * Records that the mailbox owner has chosen the password, which is required for linking orders and becoming staff.
 * Removes identities that may be a stranger's and returns their number.
 */
export async function notePasswordChoice(userId: string): Promise<number> {
  return call(serviceClient(), "note_password_choice", { user_id: userId }, z.number());
}
