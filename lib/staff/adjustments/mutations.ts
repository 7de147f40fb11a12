import "server-only";
import * as z from "zod/mini";
import { adjustmentSchema } from "@/lib/orders/schema";
import type { Upcharge } from "@/lib/staff/adjustments/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** Reads what staff_propose_upcharge answers. A test holds the words of all answers here against the SQL. */
export const proposedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("proposed"), adjustment_id: z.string() }),
  z.object({
    outcome: z.literal("conflict"),
    order: staffOrderSchema,
    changes: z.array(staffOrderEventSchema),
  }),
  z.object({ outcome: z.enum(["not_here", "too_many", "not_found"]) }),
]);

/** Asks the customer for what the grader charges more. The mail about it waits for ten minutes. */
export async function proposeUpcharge(actor: string, orderId: string, upcharge: Upcharge) {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: upcharge.version,
    p_qty: upcharge.qty,
    p_unit_cents: upcharge.unit_cents,
    p_reason: upcharge.reason,
  };
  return writeAsStaff("staff_propose_upcharge", args, proposedSchema);
}

/** Reads what staff_withdraw_adjustment answers. */
export const withdrawnSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("withdrawn"), act_id: z.string() }),
  z.object({ outcome: z.enum(["withdrawn_before", "not_found"]) }),
  z.object({ outcome: z.literal("decided"), adjustment: adjustmentSchema }),
]);

/** Takes a proposal back that its customer has not decided. */
export async function withdrawAdjustment(actor: string, adjustmentId: string, reason: string) {
  const args = { p_actor: actor, p_adjustment_id: adjustmentId, p_reason: reason };
  return writeAsStaff("staff_withdraw_adjustment", args, withdrawnSchema);
}

/** Reads what staff_close_adjustment answers. */
export const closedAdjustmentSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("closed") }),
  z.object({ outcome: z.enum(["nothing_to_close", "not_found"]) }),
]);

/** Ends what only staff can end: an upcharge without an accord, a refund that they made otherwise. */
export async function closeAdjustment(actor: string, adjustmentId: string, note: string) {
  const args = { p_actor: actor, p_adjustment_id: adjustmentId, p_note: note };
  return writeAsStaff("staff_close_adjustment", args, closedAdjustmentSchema);
}
