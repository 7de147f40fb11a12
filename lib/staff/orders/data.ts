import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { displayBatchId } from "@/lib/orders/batch-id";
import { exceptionReasonSchema, nullableText, printedOrderSchema } from "@/lib/orders/order";
import { profileRowSchema } from "@/lib/profile/profile";
import { staffAdjustmentSchema } from "@/lib/staff/adjustments/adjustments";
import { readAsStaff } from "@/lib/staff/data";
import { setAsideSchema } from "@/lib/staff/desk/receiving-desk";
import type { PreviewedOrder } from "@/lib/staff/order/change-warnings";
import { warningCodeSchema } from "@/lib/staff/order/schema";
import { type ListQuery, MAX_SORTED, PAGE_SIZE, SAVED_VIEWS } from "@/lib/staff/orders/list-query";
import type { BulkPreview } from "@/lib/staff/orders/schema";
import { refundRequestSchema } from "@/lib/staff/refunds/schema";
import { staffActionSchema } from "@/lib/staff/staff-action";
import {
  boundedCountSchema,
  type StaffOrder,
  staffOrderEventSchema,
  staffOrderSchema,
} from "@/lib/staff/staff-order";

/**
 * Returns a page of orders, newest first or in the order of the view or `query.sort`. Total and views are null
 * without `withCounts`.
 */
export async function listOrders(
  accessToken: string,
  query: ListQuery,
  { limit = PAGE_SIZE, withCounts = true } = {},
): Promise<OrderPage> {
  const args = {
    search: query.search || null,
    payment: query.payment,
    fulfillment: query.fulfillment,
    view: query.view,
    sort: query.sort?.by ?? null,
    descending: query.sort?.isDescending ?? false,
    offset: query.offset,
    cursor_at: query.cursor?.at ?? null,
    cursor_id: query.cursor?.id ?? null,
    backwards: query.isBackwards,
    limit,
    with_counts: withCounts,
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

/** Returns the warnings for a bulk change (staff_get_orders). Skips deleted orders. */
export async function previewOrders(
  accessToken: string,
  { orders, changes }: BulkPreview,
): Promise<PreviewedOrder[]> {
  const args = { order_ids: orders, changes };
  return (await readAsStaff(accessToken, "staff_get_orders", args, previewSchema)).orders;
}

const pickedSchema = z.object({ orders: z.array(staffOrderSchema) });

/** Returns the first 100 of these orders in the given order (staff_get_orders). */
export async function getOrders(accessToken: string, ids: string[]): Promise<StaffOrder[]> {
  return (await readAsStaff(accessToken, "staff_get_orders", { order_ids: ids }, pickedSchema)).orders;
}

/** Yields all orders of a query from its cursor on. Reads pages of a thousand on demand. */
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
  const args = { order_id: orderId };
  return readAsStaff(accessToken, "staff_get_order_page", args, z.nullable(orderDetailsSchema));
}

const cursorSchema = z.object({ at: z.string(), id: z.string() });

export const orderPageSchema = z.object({
  staff_role: staffRoleSchema,
  orders: z.array(staffOrderSchema),
  /** False if the list is longer than MAX_SORTED. Null if no sorting was requested. */
  is_sorted: z.nullable(z.boolean()),
  /** Null on the last page. `previous_cursor` is null on the first. */
  next_cursor: z.nullable(cursorSchema),
  previous_cursor: z.nullable(cursorSchema),
  /** The time at which a search for common letters stopped. `next_cursor` continues it. */
  stopped_at: z.nullable(z.string()),
  /** Null for an export or a stopped search, since the total is then unknown. */
  total: z.nullable(boundedCountSchema),
  views: z.nullable(z.record(z.enum(SAVED_VIEWS), boundedCountSchema)),
});
export type OrderPage = z.infer<typeof orderPageSchema>;

export const orderDetailsSchema = z.object({
  staff_role: staffRoleSchema,
  order: staffOrderSchema,
  /** Fields that aren't shown in lists. */
  details: z.extend(printedOrderSchema, { stripe_payment_intent_id: nullableText }),
  /** Null for guests and for accounts without a profile. */
  profile: z.nullable(profileRowSchema),
  account_email: nullableText,
  received_by: nullableText,
  /** The current or last shipment of its cards to the grader. */
  grader_shipment_id: z.nullable(z.number()),
  /** The last 500 events, oldest first. */
  events: z.array(staffOrderEventSchema),
  /** Oldest first. `author_email` is null for a deleted account. */
  notes: z.array(
    z.object({ id: z.number(), body: z.string(), author_email: nullableText, created_at: z.string() }),
  ),
  /** Notes from before notes were dated. */
  former_notes: nullableText,
  /** Null unless its package is set aside. */
  set_aside: z.nullable(setAsideSchema),
  /** The last ten actions that weren't undone, newest first. */
  actions: z.array(staffActionSchema),
  exceptions: z.array(z.object({ id: z.number(), reason: exceptionReasonSchema, resolved_at: nullableText })),
  refunds: z.array(refundRequestSchema),
  /** Oldest first. */
  adjustments: z.array(staffAdjustmentSchema),
  /** The problem that the customer reported. `since` is null once it's resolved. */
  problem: z.nullable(
    z.object({
      since: nullableText,
      messages: z.array(z.object({ id: z.number(), body: z.string(), at: z.string() })),
    }),
  ),
});
export type OrderDetails = z.infer<typeof orderDetailsSchema>;
