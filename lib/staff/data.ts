import "server-only";
import { AppError } from "@/lib/errors";
import type { Subscription } from "@/lib/orders/data";
import type { ListQuery } from "@/lib/staff/list-query";
import type { OrderDetails } from "@/lib/staff/order-details";
import type { OrderPage } from "@/lib/staff/order-page";
import type { StaffOrder } from "@/lib/staff/staff-order";
import type { Database, Tables } from "@/lib/supabase/database.types";
import { personClient } from "@/lib/supabase/server";
import { unwrap } from "@/lib/supabase/unwrap";

type StaffRole = "owner" | "staff";
type StaffRead = Extract<keyof Database["public"]["Functions"], `staff_${string}`>;

/** Calls a function as the member of staff who asks; who is none (any more) gets 403. */
async function readAsStaff<Result>(accessToken: string, name: StaffRead, args: object): Promise<Result> {
  const result = await personClient(accessToken).rpc(name, args as never);
  if (result.error?.code === "42501") throw new AppError(403, "Only staff may see this.");
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

export type StaffUserProfile = Omit<Tables<"profiles">, "updated_at"> & {
  email: string;
  created_at: string;
  subscription: Subscription | null;
};

/** A person's profile (null: no such account) and their last 10 orders. */
export async function getUserProfile(
  accessToken: string,
  userId: string,
): Promise<{ staff_role: StaffRole; profile: StaffUserProfile | null; orders: StaffOrder[] }> {
  return readAsStaff(accessToken, "staff_user_profile", { p_user_id: userId });
}

export type ReconcileItem = {
  at: string;
  order_id: string | null;
  batch_id: string | null;
  reason?: string | null;
  stripe_session_id?: string | null;
  exception_id?: number;
  mail_id?: number;
  kind?: string;
  last_error?: string | null;
  attempts?: number;
  /** Our side: dollars, and the version for a change. */
  here?: {
    payment_status: string;
    grading_fee: number;
    total_paid: number | null;
    refunded_cents: number;
    version?: number;
  } | null;
  /** The payment service's side as it was noted: amount_cents, currency, payment_intent_id, … */
  there?: Record<string, unknown>;
};
type ReconcileList = { items: ReconcileItem[]; is_more: boolean };

export type Reconciliation = {
  staff_role: StaffRole;
  paid_there: ReconcileList;
  paid_here: ReconcileList;
  amounts_differ: ReconcileList;
  open_too_long: ReconcileList;
  mails_failed: ReconcileList;
};

/** The five lists of what does not agree, up to 50 each. */
export async function getReconciliation(accessToken: string): Promise<Reconciliation> {
  return readAsStaff(accessToken, "staff_reconciliation", {});
}

export type ReceivingDesk = {
  staff_role: StaffRole;
  /** Those that the code names: none, one, and several only for imported orders without a batch id. */
  orders: (StaffOrder & { return_address: Record<string, string> | null; received_by: string | null })[];
  /** Without a batch, oldest first, up to 50. */
  packages: (Tables<"packages"> & { arrived_by_email: string | null })[];
};

/** What a scanned or typed code names (prefix, dashes and case do not matter), and the unmatched packages. */
export async function getReceivingDesk(accessToken: string, code: string | null): Promise<ReceivingDesk> {
  return readAsStaff(accessToken, "staff_receiving_desk", { p_code: code ?? undefined });
}

export type People = {
  people: { user_id: string; email: string; role: StaffRole; created_at: string }[];
  /** Newest first, the last 50. */
  events: (Tables<"staff_events"> & { actor_email: string | null })[];
};

/** Staff and who made them so; for the owner alone (403 for others). */
export async function listPeople(accessToken: string): Promise<People> {
  return readAsStaff(accessToken, "staff_list_people", {});
}
