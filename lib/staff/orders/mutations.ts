import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { savedOrderSchema } from "@/lib/staff/order/change-order";
import { warningCodeSchema } from "@/lib/staff/order/schema";
import type { BulkOutcome } from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const id = z.string();

/** Reads what staff_update_orders returns for an order: it is saved, or an error code says why it isn't. */
export const bulkResultSchema = z.discriminatedUnion("outcome", [
  savedOrderSchema,
  z.object({
    id,
    outcome: z.literal("reason_for_odd"),
    order: staffOrderSchema,
    warnings: z.array(warningCodeSchema),
  }),
  z.extend(conflictSchema, { id, outcome: z.literal("order_changed") }),
  z.object({ id, outcome: z.literal("not_promised"), order: staffOrderSchema }),
  z.object({ id, outcome: z.literal("order_not_found") }),
]);

/**
 * Saves the same changes on several orders, each at the version that was seen. Returns one result each, in the order of their
 * IDs; one that is refused stops no other. What does not fit an order is saved with a reason only.
 */
export async function updateOrders(
  actor: string,
  { orders, changes, reason, is_quiet: isQuiet = false }: BulkUpdate,
): Promise<BulkOutcome[]> {
  const args = {
    p_actor: actor,
    p_items: orders,
    p_changes: changes,
    p_reason: reason ?? null,
    p_is_quiet: isQuiet,
  };
  const schema = z.object({ results: z.array(bulkResultSchema) });
  return (await writeAsStaff("staff_update_orders", args, schema)).results;
}
