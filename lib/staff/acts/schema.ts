import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { reason } from "@/lib/staff/schema";

/** Reads what the address of an act names. */
export const actParamsSchema = z.object({ id: uuidSchema });

/** Reads the body of POST /api/admin/acts/[id]/undo. */
export const undoSchema = z.object({
  /** Only what the act did to this order; without it, to all its orders. */
  order_id: z.optional(uuidSchema),
  /** Needed ten minutes after the act. */
  reason: z.optional(reason(500)),
});
/** How an act is taken back. */
export type Undo = z.infer<typeof undoSchema>;
