import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { type OrderUpdateResult, orderUpdateResultSchema } from "@/lib/staff/order/mutations";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

/**
 * Saves the same changes on several orders, each at the version that was seen; answers one result each in their
 * order, and one that is refused stops no other. What does not fit an order is saved with a reason alone.
 */
export async function updateOrders(
  actor: string,
  { orders, changes, reason, is_quiet: isQuiet = false }: BulkUpdate,
): Promise<OrderUpdateResult[]> {
  const args = {
    p_actor: actor,
    p_items: orders,
    p_changes: changes,
    p_reason: reason ?? null,
    p_is_quiet: isQuiet,
  };
  const schema = z.object({ results: z.array(orderUpdateResultSchema) });
  return (await writeAsStaff("staff_update_orders", args, schema)).results;
}
