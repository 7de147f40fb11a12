import "server-only";
import * as z from "zod/mini";
import type { AdjustmentChange, Upcharge } from "@/lib/staff/adjustments/schema";
import { writeAsStaff } from "@/lib/staff/mutations";

/** What staff_propose_upcharge returns. A test compares all schemas here with what the SQL can write. */
export const proposedSchema = z.object({ outcome: z.literal("proposed"), adjustment_id: z.string() });

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

/** What staff_end_adjustment returns. */
export const endedAdjustmentSchema = z.object({
  outcome: z.enum(["withdrawn", "withdrawn_before", "closed"]),
});

/** Withdraws a proposal that isn't decided, or closes one that only staff can end. */
export async function endAdjustment(actor: string, id: string, { action, note }: AdjustmentChange) {
  const args = { p_actor: actor, p_adjustment_id: id, p_action: action, p_note: note };
  return writeAsStaff("staff_end_adjustment", args, endedAdjustmentSchema);
}
