import "server-only";
import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { writeAsStaff } from "@/lib/staff/mutations";
import { undoResultSchema } from "@/lib/staff/staff-action";

export const actionParamsSchema = z.object({ id: uuidSchema });

/** The body of POST /api/admin/staff-actions/[id]/undo. Without `order_id`, the action is undone on all its orders. */
export const undoSchema = z.object({ order_id: z.optional(uuidSchema) });

/**
 * Undoes a staff action (staff_undo) and deletes its unsent emails. Returns a result per order: orders changed since, or after ten
 * minutes, stay as they are. Returns no results for an unknown action.
 */
export async function undoAction(
  actor: string,
  actionId: string,
  { order_id: orderId = null }: { order_id?: string | null | undefined },
) {
  const args = { p_actor: actor, p_action_id: actionId, p_order_id: orderId };
  const schema = z.object({ results: z.array(undoResultSchema) });
  return (await writeAsStaff("staff_undo", args, schema)).results;
}
