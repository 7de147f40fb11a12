import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { membershipSchema } from "@/lib/membership/membership";
import {
  gradersSchema,
  orderEventSchema,
  orderSchema,
  type PrintedOrder,
  printedOrderSchema,
  type ServerOrder,
  serverOrderSchema,
} from "@/lib/orders/order";
import {
  adjustmentSchema,
  cancelFacts,
  type OrderCursor,
  openCheckoutSchema,
  orderCursorSchema,
  photoSchema,
  returnShipmentSchema,
  trackingLinkSchema,
} from "@/lib/orders/schema";
import { profileRowSchema } from "@/lib/profile/profile";
import { asPerson, call } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

const submitPageSchema = z.object({
  profile: z.nullable(z.extend(profileRowSchema, { email: z.nullable(z.string()) })),
  staff_role: z.nullable(staffRoleSchema),
  /** The active one. */
  subscription: z.nullable(membershipSchema),
  month: z.object({ start: z.string(), end: z.string(), used_cards: z.number(), held_cards: z.number() }),
  open_checkout: z.nullable(orderSchema),
  recent_orders: z.array(orderSchema),
  is_more: z.boolean(),
});
/** All that /submit shows: the month in UTC, at most 10 recent orders of any payment status, dollars as numbers. */
export type SubmitPage = z.infer<typeof submitPageSchema>;

/** Reads all that /submit shows, as the person. All reads here throw when the database can't be asked. */
export async function getSubmitPage(accessToken: string): Promise<SubmitPage> {
  return call(personClient(accessToken), "get_submit_page", {}, submitPageSchema, asPerson);
}

/** Which page of the dashboard: the one older than a row, or with `isBefore` the one newer than it. */
export type DashboardPlace = { cursor: OrderCursor; isBefore: boolean };

const DASHBOARD_PAGE = 25;

const myOrderSchema = z.object({
  order: orderSchema,
  graders: gradersSchema,
  events: z.array(orderEventSchema),
  tracking_link: z.nullable(trackingLinkSchema),
  /** What its owner has to decide, or has decided; oldest first. */
  adjustments: z.array(adjustmentSchema),
  /** What is to be said and done at the end of its way. */
  return_shipment: returnShipmentSchema,
  ...cancelFacts,
  /** Those that its owner sees. */
  photos: z.array(photoSchema),
});
/** One of the person's own orders with its public events, oldest first; without a link when none was made. */
export type MyOrder = z.infer<typeof myOrderSchema>;

const dashboardSchema = z.object({
  profile_complete: z.boolean(),
  staff_role: z.nullable(staffRoleSchema),
  tiles: z.object({
    total: z.number(),
    awaiting: z.number(),
    currently_grading: z.number(),
    graded: z.number(),
    graded_cards_sum: z.number(),
  }),
  recent: z.array(orderSchema),
  /** One page, newest first; the cursors lead to its neighbors. */
  orders: z.array(orderSchema),
  /** The newest fully refunded ones; none on later pages. */
  canceled: z.array(orderSchema),
  /** Questions about the orders above, by deadline. */
  proposals: z.array(adjustmentSchema),
  prev_cursor: z.nullable(orderCursorSchema),
  next_cursor: z.nullable(orderCursorSchema),
  /** The one that was asked for by its id; null when it is not among the person's own. */
  batch: z.nullable(myOrderSchema),
});
/** All that /dashboard shows: the tiles, the five most recent orders, one page of the paid ones, and the batch in its drawer. */
export type Dashboard = z.infer<typeof dashboardSchema>;

/** Reads all that /dashboard shows, as the person: the newest page when `place` is null. */
export async function getDashboard(
  accessToken: string,
  place: DashboardPlace | null,
  batchId: string | null,
): Promise<Dashboard> {
  const args = {
    p_limit: DASHBOARD_PAGE,
    p_cursor_submitted_at: place?.cursor.submitted_at ?? null,
    p_cursor_id: place?.cursor.id ?? null,
    p_before: place?.isBefore ?? false,
    p_batch: batchId,
  };
  return call(personClient(accessToken), "get_dashboard", args, dashboardSchema, asPerson);
}

const sessionOrderSchema = z.object({
  order: z.nullable(serverOrderSchema),
  tracking_link: z.nullable(trackingLinkSchema),
  ...cancelFacts,
  photos: z.array(photoSchema),
});
/** The order of a payment session, its tracking link (null: none was made), and what its owner sees. For the server alone. */
export type SessionOrder = z.infer<typeof sessionOrderSchema>;

/** Reads the order that a payment session belongs to, for any owner; nulls and no photos when there is none. */
export async function getOrderBySession(sessionId: string): Promise<SessionOrder> {
  return call(serviceClient(), "get_order_by_session", { p_session_id: sessionId }, sessionOrderSchema);
}

/** Reads the order with this batch ID, for any owner (null: none). Check the owner before anything is shown. */
export async function getOrderByBatch(batchId: string): Promise<ServerOrder | null> {
  const schema = z.object({ order: z.nullable(serverOrderSchema) });
  return (await call(serviceClient(), "get_order_by_batch", { p_batch_id: batchId }, schema)).order;
}

const placedCheckoutSchema = z.extend(openCheckoutSchema, { place: z.string() });
/** An order whose payment page is to be asked about; the list goes on behind its `place`. */
export type PlacedCheckout = z.infer<typeof placedCheckoutSchema>;

/** Lists up to `limit` orders whose payment is under way, oldest first, from behind a place (null: from the start). */
export async function listPendingPayments(limit: number, after: string | null): Promise<PlacedCheckout[]> {
  const args = { p_limit: limit, p_after: after };
  return call(serviceClient(), "list_pending_payments", args, z.array(placedCheckoutSchema));
}

/**
 * Lists up to `limit` unpaid orders whose reservation has run out, the longest first, from behind a place (null: from
 * the start): with a session the payment service is to be asked, without one the reservation is to be canceled.
 */
export async function listExpiredReservations(
  limit: number,
  after: string | null,
): Promise<PlacedCheckout[]> {
  const args = { p_limit: limit, p_after: after };
  return call(serviceClient(), "list_expired_reservations", args, z.array(placedCheckoutSchema));
}

const trackedOrderSchema = z.extend(
  z.pick(orderSchema, {
    title: true,
    num_cards: true,
    payment_status: true,
    fulfillment_status: true,
    submission_status: true,
    tracking_number: true,
    return_carrier: true,
    grading_submission_number: true,
    submitted_at: true,
    id: true,
    paid_at: true,
    arrived_at: true,
    open_by: true,
    is_counted_in_part: true,
    is_lost: true,
    inbound_carrier: true,
    inbound_tracking: true,
    inbound_shipped_at: true,
    inbound_delivered_at: true,
    look_from: true,
    received_count: true,
    cards_sent: true,
    cancel_requested_at: true,
    promised_from: true,
    promised_to: true,
    delay_reason: true,
    delayed_until: true,
  }),
  {
    batch: z.string(),
    graders: gradersSchema,
    /** What canceling gives back, in cents, where the link may cancel: of a paid order in no account. */
    cancel_cents: z.nullable(z.number()),
    ...cancelFacts,
    events: z.array(orderEventSchema),
    adjustments: z.array(adjustmentSchema),
    return_shipment: returnShipmentSchema,
    /** There is a custody receipt. */
    is_received: z.boolean(),
    photos: z.array(photoSchema),
  },
);
/** What the holder of a tracking link may see, and decide: no person, no address, of money only what is to be decided. */
export type TrackedOrder = z.infer<typeof trackedOrderSchema>;

/** Reads the order behind a tracking token's hash; null if unknown, revoked, or delivered 180 days ago. */
export async function getTrackedOrder(tokenHash: string): Promise<TrackedOrder | null> {
  const args = { p_token_hash: tokenHash };
  return call(serviceClient(), "get_tracked_order", args, z.nullable(trackedOrderSchema));
}

const orderToPrintSchema = z.nullable(z.object({ order: printedOrderSchema }));

/** Reads an order to print as the person, so that row level security decides: its owner and staff; null for everybody else. */
export async function getOrderToPrint(accessToken: string, orderId: string): Promise<PrintedOrder | null> {
  const args = { p_order_id: orderId };
  const client = personClient(accessToken);
  const found = await call(client, "get_order_to_print", args, orderToPrintSchema, asPerson);
  return found?.order ?? null;
}

/** Reads an order to print for the browser that placed it; null for any other, or once it's in an account. */
export async function getGuestOrderToPrint(orderId: string, guestKey: string): Promise<PrintedOrder | null> {
  const args = { p_order_id: orderId, p_guest_key: guestKey };
  const found = await call(serviceClient(), "get_guest_order_to_print", args, orderToPrintSchema);
  return found?.order ?? null;
}

/** Reads an order to print from a signed link. Check the signature first. */
export async function getLinkedOrderToPrint(orderId: string): Promise<PrintedOrder | null> {
  const args = { p_order_id: orderId };
  const found = await call(serviceClient(), "get_order_to_print", args, orderToPrintSchema);
  return found?.order ?? null;
}

/** Returns whether we know a payment: of an order, of a proposal, or noted as money that fits none. */
export async function isOurPayment(paymentIntentId: string): Promise<boolean> {
  const args = { p_payment_intent_id: paymentIntentId };
  return (await call(serviceClient(), "is_our_payment", args, z.object({ is_ours: z.boolean() }))).is_ours;
}

/** Returns the orders of a guest's browser whose payment is on its way, newest first. */
export async function listGuestPendingOrders(guestKey: string) {
  const fields = { batch_id: true, num_cards: true, plan_type: true, stripe_session_id: true } as const;
  const schema = z.array(z.pick(orderSchema, fields));
  return call(serviceClient(), "list_guest_pending_orders", { p_guest_key: guestKey }, schema);
}
