import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { SAVED_VIEWS } from "@/lib/staff/orders/order-views";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const cursorSchema = z.object({ at: z.string(), id: z.string() });

/** What a page of the list shows. */
export const orderPageSchema = z.object({
  staff_role: staffRoleSchema,
  orders: z.array(staffOrderSchema),
  /** Whether they are sorted as requested: not if the list is longer than MAX_SORTED. Null: no sorting requested. */
  is_sorted: z.nullable(z.boolean()),
  next_cursor: z.nullable(cursorSchema),
  /** Goes with `isBackwards`. */
  previous_cursor: z.nullable(cursorSchema),
  /** A search for common letters stopped at this time; `next_cursor` continues it. */
  stopped_at: z.nullable(z.string()),
  /** Null when unknown: for a search that stopped, and for an export. */
  total: z.nullable(boundedCountSchema),
  views: z.nullable(z.record(z.enum(SAVED_VIEWS), boundedCountSchema)),
});
/** A page of the list; a cursor is null where there is no page on that side. */
export type OrderPage = z.infer<typeof orderPageSchema>;
