import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { SAVED_VIEWS } from "@/lib/staff/orders/list-query";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const cursorSchema = z.object({ at: z.string(), id: z.string() });

export const orderPageSchema = z.object({
  staff_role: staffRoleSchema,
  orders: z.array(staffOrderSchema),
  /** False if the list is longer than MAX_SORTED. Null: no sorting requested. */
  is_sorted: z.nullable(z.boolean()),
  /** Null on the last page, as `previous_cursor` on the first. */
  next_cursor: z.nullable(cursorSchema),
  previous_cursor: z.nullable(cursorSchema),
  /** A search for common letters stopped at this time; `next_cursor` continues it. */
  stopped_at: z.nullable(z.string()),
  /** Null when unknown: for a search that stopped, and for an export. */
  total: z.nullable(boundedCountSchema),
  views: z.nullable(z.record(z.enum(SAVED_VIEWS), boundedCountSchema)),
});
export type OrderPage = z.infer<typeof orderPageSchema>;
