import type { BoundedCount, OrderCursor, SavedView, StaffOrder } from "@/lib/staff/staff-order";

/** What a page of the list shows, in one answer. */
export type OrderPage = {
  staff_role: "owner" | "staff";
  /** Newest first. */
  orders: StaffOrder[];
  next_cursor: OrderCursor | null;
  /** Goes with `isBackwards`. */
  previous_cursor: OrderCursor | null;
  /** A search for common letters looked back to this time only; `next_cursor` takes it on from there. */
  stopped_at: string | null;
  /** Null where it is not known: for a search that stopped, and for an export. */
  total: BoundedCount | null;
  views: Record<SavedView, BoundedCount> | null;
};
