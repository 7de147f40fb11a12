import "server-only";
import type { Membership } from "@/lib/membership/membership";
import type { OpenCheckout, TrackingLink } from "@/lib/orders/mutations";
import type { Order, OrderEvent, PrintedOrder, ServerOrder } from "@/lib/orders/order";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

export type Profile = {
  email: string | null;
  full_name: string | null;
  address_line1: string | null;
  is_complete: boolean;
};

export type SubmitPage = {
  profile: Profile | null;
  staff_role: "owner" | "staff" | null;
  subscription: Membership | null;
  month: { start: string; end: string; used_cards: number; held_cards: number };
  open_checkout: Order | null;
  recent_orders: Order[];
  is_more: boolean;
};

/** All that /submit shows, in one call made as the person. */
export async function getSubmitPage(accessToken: string): Promise<SubmitPage> {
  return unwrap(await personClient(accessToken).rpc("get_submit_page", {})) as SubmitPage;
}

/** A row at the edge of a page. */
export type DashboardCursor = { submitted_at: string; id: string };

/** The page older than a row, or newer than it. */
export type DashboardPlace = { cursor: DashboardCursor; isBefore: boolean };

const DASHBOARD_PAGE = 25;

export type Dashboard = {
  profile_complete: boolean;
  staff_role: "owner" | "staff" | null;
  tiles: {
    total: number;
    awaiting: number;
    currently_grading: number;
    graded: number;
    graded_cards_sum: number;
  };
  recent: Order[];
  /** One page, newest first; the cursors lead to its neighbours. */
  orders: Order[];
  prev_cursor: DashboardCursor | null;
  next_cursor: DashboardCursor | null;
};

/** All that /dashboard shows, in one call made as the person; without a place, the newest page. */
export async function getDashboard(accessToken: string, place: DashboardPlace | null): Promise<Dashboard> {
  const from = place
    ? {
        p_cursor_submitted_at: place.cursor.submitted_at,
        p_cursor_id: place.cursor.id,
        p_before: place.isBefore,
      }
    : {};
  return unwrap(
    await personClient(accessToken).rpc("get_dashboard", { p_limit: DASHBOARD_PAGE, ...from }),
  ) as Dashboard;
}

export type SessionOrder = { order: ServerOrder | null; tracking_link: TrackingLink | null };

/** The order a payment session belongs to, with its tracking link; nulls when there is none. */
export async function getOrderBySession(sessionId: string): Promise<SessionOrder> {
  return unwrap(
    await serviceClient().rpc("get_order_by_session", { p_session_id: sessionId }),
  ) as SessionOrder;
}

/** The order with this batch id, whoever owns it, or null. */
export async function getOrderByBatch(batchId: string): Promise<ServerOrder | null> {
  const result = await serviceClient().rpc("get_order_by_batch", { p_batch_id: batchId });
  return (unwrap(result) as { order: ServerOrder | null }).order;
}

/** Orders whose delayed payment is under way, oldest first. */
export async function listPendingPayments(limit: number): Promise<OpenCheckout[]> {
  return unwrap(
    await serviceClient().rpc("list_pending_payments", { p_limit: limit }),
  ) as unknown as OpenCheckout[];
}

/** Unpaid orders whose reservation has run out. */
export async function listExpiredReservations(limit: number): Promise<OpenCheckout[]> {
  return unwrap(
    await serviceClient().rpc("list_expired_reservations", { p_limit: limit }),
  ) as unknown as OpenCheckout[];
}

export type MyOrder = { order: Order; events: OrderEvent[]; tracking_link: TrackingLink | null };

/** One order of the person's own, by the batch ID they see, with its public events; null when there is none. */
export async function getMyOrder(accessToken: string, batchId: string): Promise<MyOrder | null> {
  return unwrap(await personClient(accessToken).rpc("get_my_order", { p_batch: batchId })) as MyOrder | null;
}

/** What the holder of a tracking link may see: no person, no address, no money. */
export type TrackedOrder = Pick<
  Order,
  "num_cards" | "payment_status" | "submission_status" | "tracking_number" | "submitted_at"
> & { batch: string; events: OrderEvent[] };

/** The order behind a tracking token's hash; null when the link is unknown, ended or too old. */
export async function getTrackedOrder(tokenHash: string): Promise<TrackedOrder | null> {
  const result = await serviceClient().rpc("get_tracked_order", { p_token_hash: tokenHash });
  return unwrap(result) as TrackedOrder | null;
}

/** An order to print as the person may see it: its owner and staff; null for everybody else. */
export async function getOrderToPrint(accessToken: string, orderId: string): Promise<PrintedOrder | null> {
  const result = await personClient(accessToken).rpc("get_order_to_print", { p_order_id: orderId });
  return (unwrap(result) as { order: PrintedOrder } | null)?.order ?? null;
}

/** An order to print for the browser that placed it without an account, or null. */
export async function getGuestOrderToPrint(orderId: string, guestKey: string): Promise<PrintedOrder | null> {
  const result = await serviceClient().rpc("get_guest_order_to_print", {
    p_order_id: orderId,
    p_guest_key: guestKey,
  });
  return (unwrap(result) as { order: PrintedOrder } | null)?.order ?? null;
}

/** An order to print for whoever has shown a signed link to it: check the signature first. */
export async function getLinkedOrderToPrint(orderId: string): Promise<PrintedOrder | null> {
  const result = await serviceClient().rpc("get_order_to_print", { p_order_id: orderId });
  return (unwrap(result) as { order: PrintedOrder } | null)?.order ?? null;
}
