import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import { type OrderDetails, orderDetailsSchema } from "@/lib/staff/order/order-details";

/**
 * Reads one order, whole, with its story and the refunds that staff have started; null when there is none. Throws as readAsStaff
 * does.
 */
export async function getOrder(accessToken: string, orderId: string): Promise<OrderDetails | null> {
  const args = { p_order_id: orderId };
  return readAsStaff(accessToken, "staff_get_order_page", args, z.nullable(orderDetailsSchema));
}
