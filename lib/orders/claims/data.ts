import "server-only";
import type { Claim } from "@/lib/orders/claims/claim-link";
import { claimableOrdersSchema } from "@/lib/orders/claims/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Returns up to five guest orders that this person may add to their account: of this browser, and of a claim link. */
export async function listClaimableOrders(userId: string, guestKey: string | null, claim: Claim | null) {
  const args = {
    p_user_id: userId,
    p_guest_key: guestKey,
    p_order_id: claim?.orderId ?? null,
    p_times_linked: claim?.timesLinked ?? null,
  };
  return call(serviceClient(), "list_claimable_orders", args, claimableOrdersSchema);
}
