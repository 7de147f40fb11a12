import "server-only";
import * as z from "zod/mini";
import { orderSchema } from "@/lib/orders/order";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const pendingOrderSchema = z.pick(orderSchema, {
  batch_id: true,
  num_cards: true,
  plan_type: true,
  stripe_session_id: true,
});
/** An order whose delayed payment has started and is not decided. */
export type PendingOrder = z.infer<typeof pendingOrderSchema>;

/** Lists the pending orders that a guest's browser placed, newest first. */
export async function listGuestPendingOrders(guestKey: string): Promise<PendingOrder[]> {
  const args = { p_guest_key: guestKey };
  return call(serviceClient(), "list_guest_pending_orders", args, z.array(pendingOrderSchema));
}
