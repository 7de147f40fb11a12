import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Gives the paid guest orders of the account's confirmed address to the account; answers how many. Whether the auth
 * service really checks addresses is for the caller to know.
 */
export async function linkGuestOrders(userId: string): Promise<number> {
  return call(serviceClient(), "link_guest_orders", { p_user_id: userId }, z.number());
}
