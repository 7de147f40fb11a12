import "server-only";
import { AppError } from "@/lib/base/errors";
import type { OrderDetails } from "@/lib/staff/order/order-details";
import type { ListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import type { StaffOrder } from "@/lib/staff/staff-order";
import type { People, ReceivingDesk, Reconciliation, UserProfilePage } from "@/lib/staff/staff-pages";
import type { Database } from "@/lib/supabase/database.types";
import { personClient } from "@/lib/supabase/server";
import { unwrap } from "@/lib/supabase/unwrap";

type StaffRead = Extract<keyof Database["public"]["Functions"], `staff_${string}`>;

/** Calls a function as the member of staff who asks; who is none (any more) gets 403. */
async function readAsStaff<Result>(accessToken: string, name: StaffRead, args: object): Promise<Result> {
  const result = await personClient(accessToken).rpc(name, args as never);
  if (result.error?.code === "42501") throw new AppError("staff_only", { text: "Only staff may see this." });
  return unwrap(result) as Result;
}

/** A page of orders with all that /admin shows, in one call. `withCounts` false leaves total and views out. */
export async function listOrders(
  accessToken: string,
  query: ListQuery,
  { limit = 50, withCounts = true } = {},
): Promise<OrderPage> {
  return readAsStaff(accessToken, "staff_list_orders", {
    p_search: query.search || undefined,
    p_payment: query.payment ?? undefined,
    p_fulfillment: query.fulfillment ?? undefined,
    p_view: query.view ?? undefined,
    p_cursor_submitted_at: query.cursor?.submitted_at,
    p_cursor_id: query.cursor?.id,
    p_backwards: query.isBackwards,
    p_limit: limit,
    p_with_counts: withCounts,
  });
}

/** All orders of a query from its cursor on, a thousand at a time: for an export, which streams them. */
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

/** One order, whole, with the refunds that staff have started; null when there is none. */
export async function getOrder(accessToken: string, orderId: string): Promise<OrderDetails | null> {
  return readAsStaff(accessToken, "staff_get_order_page", { p_order_id: orderId });
}

/** A person's profile (null: no such account) and their last 10 orders. */
export async function getUserProfile(accessToken: string, userId: string): Promise<UserProfilePage> {
  return readAsStaff(accessToken, "staff_user_profile", { p_user_id: userId });
}

/** The five lists of what does not agree, up to 50 each. */
export async function getReconciliation(accessToken: string): Promise<Reconciliation> {
  return readAsStaff(accessToken, "staff_reconciliation", {});
}

/** What a scanned or typed code names (prefix, dashes and case do not matter), and the unmatched packages. */
export async function getReceivingDesk(accessToken: string, code: string | null): Promise<ReceivingDesk> {
  return readAsStaff(accessToken, "staff_receiving_desk", { p_code: code ?? undefined });
}

/** Staff and who made them so; for the owner alone (403 for others). */
export async function listPeople(accessToken: string): Promise<People> {
  return readAsStaff(accessToken, "staff_list_people", {});
}
