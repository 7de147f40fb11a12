import "server-only";
import * as z from "zod/mini";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Gives the paid guest orders of the account's confirmed address to the account and answers how many. The SQL
 * function believes the auth service's mark of a confirmed address; the caller must know that the service really
 * checks them (see linkOrders).
 */
export async function linkGuestOrders(userId: string): Promise<number> {
  return call(serviceClient(), "link_guest_orders", { p_user_id: userId }, z.number());
}

/**
 * Records that whoever holds the mailbox of an account has just chosen its password: before that, its earlier guest
 * orders are not linked, and it is not made staff.
 */
export async function notePasswordChoice(userId: string): Promise<void> {
  await run(serviceClient(), "note_password_choice", { p_user_id: userId });
}
