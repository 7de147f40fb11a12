import { randomUUID } from "node:crypto";
import type { ParameterOrJSON } from "postgres";
import type { CheckedOrder, OrderEvent, ServerOrder } from "@/lib/orders/order";
import type { Adjustment } from "@/lib/orders/schema";
import type { StaffAdjustment } from "@/lib/staff/adjustments/adjustments";
import type { StaffOrder } from "@/lib/staff/staff-order";
import type { Database } from "@/lib/supabase/database.types";
import { aBatchId, aPaymentIntentId, aSessionId } from "./ids.ts";

type Tables = Database["public"]["Tables"];
type Basics = Partial<Pick<ServerOrder, "user_id" | "num_cards" | "rate_cents" | "payment_status">>;

function basics({ user_id = null, num_cards = 10, rate_cents = 2500, payment_status = "paid" }: Basics) {
  const isPaid = payment_status === "paid";
  const grading_fee = (num_cards * rate_cents) / 100;
  return {
    id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-TEST0001-2345",
    user_id,
    plan_type: user_id ? ("free" as const) : ("payg" as const),
    num_cards,
    grading_fee,
    total_paid: isPaid ? grading_fee : null,
    payment_status,
    fulfillment_status: "not_received" as const,
    submission_status: "pending" as const,
    title: null,
    notes: null,
    tracking_number: null,
    grading_submission_number: null,
    submitted_at: "2026-11-01T10:00:00Z",
    paid_at: isPaid ? "2026-11-01T10:01:00Z" : null,
    inbound_carrier: null,
    inbound_tracking: null,
    inbound_shipped_at: null,
    inbound_delivered_at: null,
    cancel_requested_at: null,
    arrived_at: null,
    is_counted_in_part: false,
    received_at: null,
    received_count: null,
    package_condition: null,
    promised_from: null,
    promised_to: null,
    delay_reason: null,
    delayed_until: null,
  };
}

type AnOrder = ServerOrder & CheckedOrder & { cards_sent: number | null };

export function anOrder(fields: Partial<AnOrder> = {}): AnOrder {
  return {
    ...basics(fields),
    user_email: null,
    guest_email: null,
    guest_key: null,
    owner_has_app: false,
    rate_cents: 2500,
    refunded_cents: 0,
    return_carrier: null,
    is_lost: false,
    open_by: null,
    cards_sent: null,
    look_from: null,
    receipt_url: null,
    stripe_session_id: "cs_test_a1b2c3d4e5",
    checkout_attempt: 1,
    reservation_expires_at: null,
    version: 1,
    return_address: null,
    ...fields,
  };
}

export function aStaffOrder(fields: Partial<StaffOrder> = {}): StaffOrder {
  return {
    ...basics(fields),
    email: null,
    customer_name: null,
    refunded_cents: 0,
    return_carrier: null,
    version: 1,
    sent_back_at: null,
    due_on: null,
    arrived_at: null,
    cards_sent: null,
    cards_here: null,
    review_reason: null,
    dispute_status: null,
    open_exceptions: 0,
    placed_by_admin: false,
    is_paid_by_card: false,
    updated_at: "2026-11-01T10:01:00Z",
    internal_notes: null,
    invoice_filename: null,
    shelf_location: null,
    address_held_until: null,
    extras: { paid_cents: 0, refunded_cents: 0 },
    blockers: [],
    waiting_since: null,
    asked: null,
    ...fields,
  };
}

export const STAFF_COLUMNS = [
  "internal_notes",
  "invoice_filename",
  "received_by",
  "shelf_location",
  "placed_by_admin",
  "dispute_status",
  "review_reason",
] as const satisfies (keyof Tables["order_admin"]["Row"])[];
type Column = keyof Tables["grading_orders"]["Row"];
type Columns<Name extends string> = Partial<Record<Name, ParameterOrJSON<never>>>;

export type StaffColumns = Columns<(typeof STAFF_COLUMNS)[number]>;
export type OrderColumns = Columns<Column> & { id?: string };

/** Returns a row for an INSERT: a guest's, unless `user_id` or `guest_key` is set. */
export function anOrderRow({ id = randomUUID(), ...columns }: OrderColumns = {}) {
  const order = basics(columns as Basics);
  const isPaid = order.payment_status === "paid";
  const hasOwner = Boolean(columns.user_id || columns.guest_key);
  return {
    ...order,
    id,
    batch_id: aBatchId(),
    guest_email: hasOwner ? null : "guest@example.test",
    rate_cents: 2500,
    quota_month: `${new Date().toISOString().slice(0, 7)}-01`,
    stripe_session_id: aSessionId(),
    stripe_payment_intent_id: isPaid ? aPaymentIntentId() : null,
    submitted_at: new Date(),
    paid_at: isPaid ? new Date() : null,
    ...columns,
  };
}

export const filledColumns = {
  user_email: "jane@example.test",
  notes: "Careful",
  tracking_number: "1Z",
  return_carrier: "ups",
  grading_submission_number: "SUB-1",
  receipt_url: "https://pay.example.test/receipt",
  return_address: { full_name: "Jane Collector", country: "US" },
  arrived_at: new Date(),
  received_at: new Date("2026-01-05"),
  received_count: 9,
  package_condition: "tampered",
  delay_reason: "The grading company is slow.",
  delayed_until: "2126-12-21",
  dispute_status: "needs_response",
  review_reason: "paid_after_failed",
  placed_by_admin: true,
  internal_notes: "Note",
  invoice_filename: "a.pdf",
  shelf_location: "A-1",
};

export function anOrderEvent(fields: Partial<OrderEvent> = {}): OrderEvent {
  return {
    type: "submission_status",
    from: "pending",
    to: "received",
    actor: "staff",
    message: null,
    at: "2026-11-21T10:00:00Z",
    ...fields,
  };
}

export const allEvents: OrderEvent[] = [
  anOrderEvent({
    type: "payment_status",
    from: "unpaid",
    to: "paid",
    actor: "stripe",
    at: "2026-11-01T10:01:00Z",
  }),
  anOrderEvent({ type: "arrived", from: null, to: null, at: "2026-11-20T15:00:00Z" }),
  anOrderEvent(),
];

export function anAdjustment(fields: Partial<Adjustment> = {}): Adjustment {
  return {
    id: "00000000-0000-4000-8000-00000000000a",
    order_id: "00000000-0000-4000-8000-000000000001",
    kind: "short",
    qty: 2,
    unit_cents: 2200,
    amount_cents: -4400,
    status: "proposed",
    chosen_option: null,
    reason: null,
    deadline_at: "2026-11-30T12:00:00Z",
    is_pending: false,
    paid_cents: null,
    refunded_cents: 0,
    created_at: "2026-11-23T12:00:00Z",
    decided_at: null,
    ...fields,
  };
}

export function aStaffAdjustment(fields: Partial<StaffAdjustment> = {}): StaffAdjustment {
  return {
    ...anAdjustment(),
    words: null,
    closing_note: null,
    is_open: true,
    refund_failure: null,
    ...fields,
  };
}
