import "server-only";
import * as z from "zod/mini";
import type { Claim } from "@/lib/orders/claims/claim-link";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const claimableOrdersSchema = z.object({
  /** Batch ID of the claim link's order if it is in the account already. */
  own_batch: z.nullable(z.string()),
  orders: z.array(
    z.object({
      id: z.string(),
      batch_id: z.nullable(z.string()),
      num_cards: z.number(),
      guest_email: z.string(),
      /** The claim link is for this order, so it can be added right away. */
      has_link: z.boolean(),
      /** It was paid for with the account's own address. */
      is_own: z.boolean(),
    }),
  ),
});
export type ClaimableOrders = z.infer<typeof claimableOrdersSchema>;

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
