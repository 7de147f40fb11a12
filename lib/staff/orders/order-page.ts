import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { SAVED_VIEWS } from "@/lib/staff/orders/order-views";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const cursorSchema = z.object({ at: z.string(), id: z.string() });

/** Reads what a page of the list shows, in one answer. */
export const orderPageSchema = z.object({
  staff_role: staffRoleSchema,
  orders: z.array(staffOrderSchema),
  /** Whether they are in the order that was asked for: not where the list is longer than MAX_SORTED. Null: none was. */
  is_sorted: z.nullable(z.boolean()),
  next_cursor: z.nullable(cursorSchema),
  /** Goes with `isBackwards`. */
  previous_cursor: z.nullable(cursorSchema),
  /** A search for common letters looked back to this time only; `next_cursor` takes it on from there. */
  stopped_at: z.nullable(z.string()),
  /** Null where it is not known: for a search that stopped, and for an export. */
  total: z.nullable(boundedCountSchema),
  views: z.nullable(z.record(z.enum(SAVED_VIEWS), boundedCountSchema)),
});
/** A page of the list; a cursor is null where there is no page on that side. */
export type OrderPage = z.infer<typeof orderPageSchema>;
