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
/** An order with a delayed payment on its way. */
export type PendingOrder = z.infer<typeof pendingOrderSchema>;

/** Returns the pending orders of a guest's browser, newest first. */
export async function listGuestPendingOrders(guestKey: string): Promise<PendingOrder[]> {
  const args = { p_guest_key: guestKey };
  return call(serviceClient(), "list_guest_pending_orders", args, z.array(pendingOrderSchema));
}
