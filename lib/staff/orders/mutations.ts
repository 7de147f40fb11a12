import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { savedOrderSchema } from "@/lib/staff/order/change-order";
import { warningCodeSchema } from "@/lib/staff/order/schema";
import type { BulkOutcome } from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const id = z.string();

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
 * Saves the same changes to several orders. Returns a result for each, sorted by ID. A refusal doesn't stop the
 * others.
 */
export async function updateOrders(actor: string, { orders, ...update }: BulkUpdate): Promise<BulkOutcome[]> {
  const args = { ...update, actor, items: orders };
  const schema = z.object({ results: z.array(bulkResultSchema) });
  return (await writeAsStaff("staff_update_orders", args, schema)).results;
}
