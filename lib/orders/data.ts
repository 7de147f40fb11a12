import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { membershipSchema } from "@/lib/membership/stored-membership";
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
  payableAdjustmentSchema,
  photoSchema,
  returnShipmentSchema,
  trackingLinkSchema,
} from "@/lib/orders/schema";
import type { Claim } from "@/lib/orders/signed-links";
import { profileRowSchema } from "@/lib/profile/profile";
import { type Arguments, asPerson, call } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

const submitPageSchema = z.object({
  profile: z.nullable(z.extend(profileRowSchema, { email: z.nullable(z.string()) })),
  staff_role: z.nullable(staffRoleSchema),
  /** The active membership. */
  subscription: z.nullable(membershipSchema),
  month: z.object({ start: z.string(), end: z.string(), used_cards: z.number(), held_cards: z.number() }),
  open_checkout: z.nullable(orderSchema),
  recent_orders: z.array(orderSchema),
  is_more: z.boolean(),
});
/** What /submit shows. `month` is in UTC. `recent_orders` has at most 10, of any payment status. */
export type SubmitPage = z.infer<typeof submitPageSchema>;

/** All reads in this file throw when the database is down. */
export async function getSubmitPage(accessToken: string): Promise<SubmitPage> {
  return call(personClient(accessToken), "get_submit_page", {}, submitPageSchema, asPerson);
}

/** The page before or after a row. */
export type DashboardPlace = { cursor: OrderCursor; isBefore: boolean };

const DASHBOARD_PAGE = 25;

const myOrderSchema = z.object({
  order: orderSchema,
  graders: gradersSchema,
  events: z.array(orderEventSchema),
  tracking_link: z.nullable(trackingLinkSchema),
  /** Oldest first. */
  adjustments: z.array(adjustmentSchema),
  return_shipment: returnShipmentSchema,
  ...cancelFacts,
  photos: z.array(photoSchema),
});
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
  /** One page, newest first. */
  orders: z.array(orderSchema),
  /** Fully refunded orders, newest first. Empty after the first page. */
  canceled: z.array(orderSchema),
  /** Questions about these orders, earliest deadline first. */
  proposals: z.array(adjustmentSchema),
  prev_cursor: z.nullable(orderCursorSchema),
  next_cursor: z.nullable(orderCursorSchema),
  /** The requested batch. Null when it isn't their own. */
  batch: z.nullable(myOrderSchema),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** Returns the newest page when `place` is null. */
export async function getDashboard(
  accessToken: string,
  place: DashboardPlace | null,
  batchId: string | null,
): Promise<Dashboard> {
  const args = {
    limit: DASHBOARD_PAGE,
    cursor_submitted_at: place?.cursor.submitted_at ?? null,
    cursor_id: place?.cursor.id ?? null,
    before: place?.isBefore ?? false,
    batch: batchId,
  };
  return call(personClient(accessToken), "get_dashboard", args, dashboardSchema, asPerson);
}

const sessionOrderSchema = z.object({
  order: z.nullable(serverOrderSchema),
  tracking_link: z.nullable(trackingLinkSchema),
  ...cancelFacts,
  photos: z.array(photoSchema),
});

/** Returns the order of a Checkout Session without checking its owner. For the server only. */
export async function getOrderBySession(sessionId: string) {
  return call(serviceClient(), "get_order_by_session", { session_id: sessionId }, sessionOrderSchema);
}

/** Returns an order without checking its owner. The caller must check before showing anything. */
export async function getOrderByBatch(batchId: string): Promise<ServerOrder | null> {
  const schema = z.object({ order: z.nullable(serverOrderSchema) });
  return (await call(serviceClient(), "get_order_by_batch", { batch_id: batchId }, schema)).order;
}

const placedCheckoutSchema = z.extend(openCheckoutSchema, { place: z.string() });
export type PlacedCheckout = z.infer<typeof placedCheckoutSchema>;

/** Lists up to `limit` orders with a pending payment, oldest first, after `after` (null: from the start). */
export async function listPendingPayments(limit: number, after: string | null): Promise<PlacedCheckout[]> {
  const args = { limit, after };
  return call(serviceClient(), "list_pending_payments", args, z.array(placedCheckoutSchema));
}

/** Lists up to `limit` unpaid orders with an expired reservation, oldest first, after `after` (null: from the start). */
export async function listExpiredReservations(limit: number, after: string | null) {
  const args = { limit, after };
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
    /** Cents that canceling would refund. Null unless this is a paid guest order, the only kind a tracking link can cancel. */
    cancel_cents: z.nullable(z.number()),
    ...cancelFacts,
    events: z.array(orderEventSchema),
    adjustments: z.array(adjustmentSchema),
    return_shipment: returnShipmentSchema,
    /** Whether there is a custody receipt. */
    is_received: z.boolean(),
    photos: z.array(photoSchema),
  },
);
/** What a tracking link shows: no personal data, no address, and only amounts that need a decision. */
export type TrackedOrder = z.infer<typeof trackedOrderSchema>;

/** Returns null for an unknown or revoked link, and 180 days after delivery. */
export async function getTrackedOrder(tokenHash: string): Promise<TrackedOrder | null> {
  const args = { token_hash: tokenHash };
  return call(serviceClient(), "get_tracked_order", args, z.nullable(trackedOrderSchema));
}

const orderToPrintSchema = z.nullable(z.object({ order: printedOrderSchema }));

/** Returns an order to its owner and staff, as enforced by row-level security. Null for everyone else. */
export async function getOrderToPrint(accessToken: string, orderId: string): Promise<PrintedOrder | null> {
  const args = { order_id: orderId };
  const client = personClient(accessToken);
  const found = await call(client, "get_order_to_print", args, orderToPrintSchema, asPerson);
  return found?.order ?? null;
}

/** Returns an order to the browser that placed it, as long as no account has it. */
export async function getGuestOrderToPrint(orderId: string, guestKey: string): Promise<PrintedOrder | null> {
  const args = { order_id: orderId, guest_key: guestKey };
  const found = await call(serviceClient(), "get_guest_order_to_print", args, orderToPrintSchema);
  return found?.order ?? null;
}

/** Returns an order for a signed link. Verify the signature first. */
export async function getLinkedOrderToPrint(orderId: string): Promise<PrintedOrder | null> {
  const args = { order_id: orderId };
  const found = await call(serviceClient(), "get_order_to_print", args, orderToPrintSchema);
  return found?.order ?? null;
}

/** Returns whether a payment belongs to an order, a proposal or a payment exception. */
export async function isOurPayment(paymentIntentId: string): Promise<boolean> {
  const args = { payment_intent_id: paymentIntentId };
  return (await call(serviceClient(), "is_our_payment", args, z.object({ is_ours: z.boolean() }))).is_ours;
}

/** Returns a guest's orders with a pending payment, newest first. */
export async function listGuestPendingOrders(guestKey: string) {
  const fields = { batch_id: true, num_cards: true, plan_type: true, stripe_session_id: true } as const;
  const schema = z.array(z.pick(orderSchema, fields));
  return call(serviceClient(), "list_guest_pending_orders", { guest_key: guestKey }, schema);
}

const claimableOrdersSchema = z.object({
  /** The batch ID of the claim link's order, if it's already in the account. */
  own_batch: z.nullable(z.string()),
  orders: z.array(
    z.object({
      id: z.string(),
      batch_id: z.nullable(z.string()),
      num_cards: z.number(),
      guest_email: z.string(),
      /** The claim link is for this order, so it can be added immediately. */
      has_link: z.boolean(),
      /** Paid for with the account's own email address. */
      is_own: z.boolean(),
    }),
  ),
});
export type ClaimableOrders = z.infer<typeof claimableOrdersSchema>;

/** Returns up to five guest orders that this person may add to their account: this browser's and the claim link's. */
export async function listClaimableOrders(userId: string, guestKey: string | null, claim: Claim | null) {
  const { orderId, timesLinked } = claim ?? {};
  const args = { user_id: userId, guest_key: guestKey, order_id: orderId, times_linked: timesLinked };
  return call(serviceClient(), "list_claimable_orders", args, claimableOrdersSchema);
}

/** Returns a proposal for someone who may decide it, or for an email (`is_for_server`); null if there is none. */
export async function getAdjustment(id: string, right: Omit<Arguments<"get_adjustment">, "adjustment_id">) {
  const schema = z.object({ adjustment: z.nullable(payableAdjustmentSchema) });
  const args = { adjustment_id: id, ...right };
  return (await call(serviceClient(), "get_adjustment", args, schema)).adjustment;
}
