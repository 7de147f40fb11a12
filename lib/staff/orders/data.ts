import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import type { ListQuery } from "@/lib/staff/orders/list-query";
import { type OrderPage, orderPageSchema } from "@/lib/staff/orders/order-page";
import type { StaffOrder } from "@/lib/staff/staff-order";

/**
 * Reads a page of orders with all that /admin shows, newest first, in one call. `withCounts` false leaves total and
 * views out (null). Throws as readAsStaff does.
 */
export async function listOrders(
  accessToken: string,
  query: ListQuery,
  { limit = 50, withCounts = true } = {},
): Promise<OrderPage> {
  const args = {
    p_search: query.search || null,
    p_payment: query.payment,
    p_fulfillment: query.fulfillment,
    p_view: query.view,
    p_cursor_submitted_at: query.cursor?.submitted_at ?? null,
    p_cursor_id: query.cursor?.id ?? null,
    p_backwards: query.isBackwards,
    p_limit: limit,
    p_with_counts: withCounts,
  };
  return readAsStaff(accessToken, "staff_list_orders", args, orderPageSchema);
}

/**
 * Reads all orders of a query from its cursor on, a thousand at a time, for an export that streams them. A page is read
 * when it is asked for; orders that come or change meanwhile appear as they are then. Throws as readAsStaff does.
 */
export async function* listAllOrders(accessToken: string, query: ListQuery): AsyncGenerator<StaffOrder[]> {
  let cursor = query.cursor;
  do {
    const page = await listOrders(
      accessToken,
      { ...query, cursor, isBackwards: false },
      { limit: 1000, withCounts: false },
    );
    yield page.orders;
    cursor = page.next_cursor;
  } while (cursor);
}
