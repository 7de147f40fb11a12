import "server-only";
import * as z from "zod/mini";
import type { Undo } from "@/lib/staff/acts/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** Reads what staff_undo answers for an order. A test holds its words against the SQL. */
export const undoResultSchema = z.discriminatedUnion("outcome", [
  z.object({
    id: z.string(),
    outcome: z.enum(["undone", "already_undone", "reason_required"]),
    order: staffOrderSchema,
  }),
  z.object({
    id: z.string(),
    outcome: z.literal("changed_since"),
    order: staffOrderSchema,
    /** The last one about the same. */
    event: z.nullable(staffOrderEventSchema),
  }),
]);

/**
 * Takes back what an act of staff did, to one of its orders or to all; answers one result for each. What a later event
 * changed stays as it is (changed_since); ten minutes after the act a reason is needed. Its mails that have not left are
 * deleted, and what the customer was told is corrected. No result: there is no such act (any more).
 */
export async function undoAct(
  actor: string,
  actId: string,
  { order_id: orderId, reason }: Undo,
): Promise<z.infer<typeof undoResultSchema>[]> {
  const args = { p_actor: actor, p_act_id: actId, p_reason: reason ?? null, p_order_id: orderId ?? null };
  const schema = z.object({ results: z.array(undoResultSchema) });
  return (await writeAsStaff("staff_undo", args, schema)).results;
}
