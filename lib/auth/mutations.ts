import "server-only";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/**
 * Gives the paid guest orders of the account's confirmed address to the account; answers how many. Whether the auth
 * service really checks addresses is for the caller to know.
 */
export async function linkGuestOrders(userId: string): Promise<number> {
  return unwrap(await serviceClient().rpc("link_guest_orders", { p_user_id: userId }));
}
