import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Gives the paid guest orders of the account's confirmed address to the account and answers how many. The SQL
 * function believes the auth service's mark of a confirmed address; the caller must know that the service really
 * checks them (see linkOrders).
 */
export async function linkGuestOrders(userId: string): Promise<number> {
  return call(serviceClient(), "link_guest_orders", { p_user_id: userId }, z.number());
}
