import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import { type OrderDetails, orderDetailsSchema } from "@/lib/staff/order/order-details";
import type { Arguments } from "@/lib/supabase/rpc";

/** Names a list as the function of an order's page takes it. */
type OfList = Omit<Arguments<"staff_get_order_page">, "p_order_id" | "p_is_of_list">;

/**
 * Reads one order, whole, with its story and the refunds that staff have started; null when there is none. With `list` it
 * names those before and after it there, too. Throws as readAsStaff does.
 */
export async function getOrder(
  accessToken: string,
  orderId: string,
  list: OfList | null = null,
): Promise<OrderDetails | null> {
  const args = { p_order_id: orderId, ...(list ? { ...list, p_is_of_list: true } : {}) };
  return readAsStaff(accessToken, "staff_get_order_page", args, z.nullable(orderDetailsSchema));
}
