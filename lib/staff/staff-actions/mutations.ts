import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { undoResultSchema } from "@/lib/staff/staff-action";
import type { Undo } from "@/lib/staff/staff-actions/schema";

/**
 * Undoes an action of staff on one of its orders or on all (staff_undo), and deletes its emails. Returns one result for each
 * order: what has changed since, or is more than ten minutes old, stays. No result: there is no such action.
 */
export async function undoAction(actor: string, actionId: string, { order_id: orderId }: Undo) {
  const args = { p_actor: actor, p_action_id: actionId, p_order_id: orderId ?? null };
  const schema = z.object({ results: z.array(undoResultSchema) });
  return (await writeAsStaff("staff_undo", args, schema)).results;
}
