import "server-only";
import * as z from "zod/mini";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { writeAsStaff } from "@/lib/staff/mutations";
import type { OrderUpdate } from "@/lib/staff/order/schema";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const id = z.string();

export const orderUpdateResultSchema = z.discriminatedUnion("outcome", [
  z.object({
    id,
    outcome: z.literal("updated"),
    order: staffOrderSchema,
    /** Names of the fields. */
    changed: z.array(z.string()),
  }),
  /** `reason_required`: the payment service holds it as paid, or has refunded it. */
  z.object({ id, outcome: z.enum(["unchanged", "reason_required"]), order: staffOrderSchema }),
  z.extend(conflictSchema, { id }),
  z.object({ id, outcome: z.literal("not_found") }),
]);
export type OrderUpdateResult = z.infer<typeof orderUpdateResultSchema>;

/** Saves what staff changed on an order, with its events; see the SQL function of this name. */
export async function updateOrder(
  actor: string,
  orderId: string,
  { version, changes, reason }: OrderUpdate,
): Promise<OrderUpdateResult> {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: version,
    p_changes: changes,
    // Who sets it paid by hand gives it what a payment gives it.
    p_tracking_hash: trackingHashOf(orderId, 1),
    p_reason: reason ?? null,
  };
  return writeAsStaff("staff_update_order", args, orderUpdateResultSchema);
}
