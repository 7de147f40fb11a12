import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";

/** Reads the id of an action in the address. */
export const actionParamsSchema = z.object({ id: uuidSchema });

/** Reads the body of POST /api/admin/staff-actions/[id]/undo. */
export const undoSchema = z.object({
  /** Only what the action did to this order; without it, to all its orders. */
  order_id: z.optional(uuidSchema),
});
/** What is undone of an action. */
export type Undo = z.infer<typeof undoSchema>;
