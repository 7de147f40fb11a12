import "server-only";
import * as z from "zod/mini";
import { displayBatchId } from "@/lib/orders/batch-id";
import { readAsStaff } from "@/lib/staff/data";
import type { PreviewedOrder } from "@/lib/staff/order/change-warnings";
import { type OrderDetails, orderDetailsSchema } from "@/lib/staff/order/order-details";
import { warningCodeSchema } from "@/lib/staff/order/schema";
import { type ListQuery, MAX_SORTED, PAGE_SIZE } from "@/lib/staff/orders/list-query";
import { type OrderPage, orderPageSchema } from "@/lib/staff/orders/order-page";
import type { BulkPreview } from "@/lib/staff/orders/schema";
import { type StaffOrder, staffOrderSchema } from "@/lib/staff/staff-order";

/** Returns a page of orders, newest first or in the order of the view or `query.sort`. Without `withCounts`, total and views are null. */
export async function listOrders(
  accessToken: string,
  query: ListQuery,
  { limit = PAGE_SIZE, withCounts = true } = {},
): Promise<OrderPage> {
  const args = {
    p_search: query.search || null,
    p_payment: query.payment,
    p_fulfillment: query.fulfillment,
    p_view: query.view,
    p_sort: query.sort?.by ?? null,
    p_descending: query.sort?.isDescending ?? false,
    p_offset: query.offset,
    p_cursor_at: query.cursor?.at ?? null,
    p_cursor_id: query.cursor?.id ?? null,
    p_backwards: query.isBackwards,
    p_limit: limit,
    p_with_counts: withCounts,
  };
  return readAsStaff(accessToken, "staff_list_orders", args, orderPageSchema);
}

/** Returns the first MAX_SORTED orders of a query with their versions, and whether there are more. */
export async function listMatches(accessToken: string, query: ListQuery) {
  const all = { ...query, cursor: null, isBackwards: false, sort: null, offset: 0 };
  const page = await listOrders(accessToken, all, { limit: MAX_SORTED, withCounts: false });
  const orders = page.orders.map((order) => ({
    id: order.id,
    version: order.version,
    name: displayBatchId(order),
  }));
  return { orders, is_more: page.next_cursor !== null };
}

const previewSchema = z.object({
  orders: z.array(z.object({ id: z.string(), owner: z.string(), warnings: z.array(warningCodeSchema) })),
});

/** Returns what is unusual about a bulk change (staff_get_orders), without deleted orders. */
export async function previewOrders(
  accessToken: string,
  { orders, changes }: BulkPreview,
): Promise<PreviewedOrder[]> {
  const args = { p_order_ids: orders, p_changes: changes };
  return (await readAsStaff(accessToken, "staff_get_orders", args, previewSchema)).orders;
}

const pickedSchema = z.object({ orders: z.array(staffOrderSchema) });

/** Returns the first 100 of these orders, in their order (staff_get_orders). */
export async function getOrders(accessToken: string, ids: string[]): Promise<StaffOrder[]> {
  return (await readAsStaff(accessToken, "staff_get_orders", { p_order_ids: ids }, pickedSchema)).orders;
}

/** Yields all orders of a query from its cursor on, a thousand at a time, each page read on demand. */
export async function* listAllOrders(accessToken: string, query: ListQuery): AsyncGenerator<StaffOrder[]> {
  let cursor = query.cursor;
  do {
    const page = await listOrders(
      accessToken,
      { ...query, cursor, isBackwards: false, sort: null },
      { limit: 1000, withCounts: false },
    );
    yield page.orders;
    cursor = page.next_cursor;
  } while (cursor);
}

export async function getOrder(accessToken: string, orderId: string): Promise<OrderDetails | null> {
  const args = { p_order_id: orderId };
  return readAsStaff(accessToken, "staff_get_order_page", args, z.nullable(orderDetailsSchema));
}
