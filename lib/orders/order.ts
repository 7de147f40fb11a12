import * as z from "zod/mini";
import { PLAN_TYPES } from "@/lib/base/plans";
import {
  FULFILLMENT_STEPS,
  PACKAGE_CONDITIONS,
  PAYMENT_STATUSES,
  SUBMISSION_STEPS,
} from "@/lib/orders/status";
import { CARRIERS } from "@/lib/orders/tracking-number";

/** Reads where an order's money stands. */
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);
/** Staff set paid and unpaid by hand; all other changes follow the payment service. */
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

/** Reads where the cards are in three coarse steps, as the lists have it. */
export const fulfillmentStatusSchema = z.enum(FULFILLMENT_STEPS);
/** The coarse status, which staff pick; `statuses` says which submission statuses belong to each. */
export type FulfillmentStatus = z.infer<typeof fulfillmentStatusSchema>;

/** Reads where the cards are in eight fine steps. */
export const submissionStatusSchema = z.enum(SUBMISSION_STEPS);
/** What customers follow on the timeline; see SUBMISSION_STEPS for the order. */
export type SubmissionStatus = z.infer<typeof submissionStatusSchema>;

/** Reads how a package came in. */
export const packageConditionSchema = z.enum(PACKAGE_CONDITIONS);
/** Noted at check-in, in one word. */
export type PackageCondition = z.infer<typeof packageConditionSchema>;

const nullableText = z.nullable(z.string());

/** Reads an order: dollars in `grading_fee` and `total_paid`, cents elsewhere. Nothing its owner mustn't see. */
export const orderSchema = z.object({
  id: z.string(),
  batch_id: nullableText,
  user_id: nullableText,
  user_email: nullableText,
  guest_email: nullableText,
  plan_type: z.enum(PLAN_TYPES),
  num_cards: z.number(),
  rate_cents: z.number(),
  grading_fee: z.number(),
  total_paid: z.nullable(z.number()),
  refunded_cents: z.number(),
  payment_status: paymentStatusSchema,
  fulfillment_status: fulfillmentStatusSchema,
  submission_status: submissionStatusSchema,
  /** Its customer's own name for it. */
  title: nullableText,
  notes: nullableText,
  tracking_number: nullableText,
  /** Who carries the parcel back, where staff said so; else the number's shape tells. */
  return_carrier: z.nullable(z.enum(CARRIERS)),
  grading_submission_number: nullableText,
  receipt_url: nullableText,
  stripe_session_id: nullableText,
  checkout_attempt: z.number(),
  reservation_expires_at: nullableText,
  submitted_at: z.string(),
  paid_at: nullableText,
  /** What the customer said of the package's way to us; the days are moments at noon in UTC. */
  inbound_carrier: z.nullable(z.enum(CARRIERS)),
  inbound_tracking: nullableText,
  inbound_shipped_at: nullableText,
  inbound_delivered_at: nullableText,
  /** The day, where the business is, from which on we look for what is said to be delivered and is not checked in. */
  look_from: nullableText,
  /** Since when its customer wants it canceled. */
  cancel_requested_at: nullableText,
  /** When its package came in, and the day, where the business is, by which it is to be opened; null while it waits for someone. */
  arrived_at: nullableText,
  open_by: nullableText,
  /** Some of its boxes are here and counted, and others are awaited; and, apart from that: lost, and refunded, on its way back. */
  is_counted_in_part: z.boolean(),
  is_lost: z.boolean(),
  received_count: z.nullable(z.number()),
  /** How many of its cards the grader's group was closed with; null before. */
  cards_sent: z.nullable(z.number()),
  /** The days between which it is promised back, where the business is; null before check-in. */
  promised_from: nullableText,
  promised_to: nullableText,
  /** Why it takes longer, and until when it is expected instead. */
  delay_reason: nullableText,
  delayed_until: nullableText,
  version: z.number(),
});
/** An order as its owner may see it. */
export type Order = z.infer<typeof orderSchema>;

/** Reads which grader a number of a batch is of, by the name that staff gave its group. */
export const gradersSchema = z.array(z.object({ number: z.string(), grader: z.string() }));

/** Adds what only the server sees: the guest cookie's key, and whether its owner has an authenticator app. */
export const serverOrderSchema = z.extend(orderSchema, {
  guest_key: nullableText,
  owner_has_app: z.boolean(),
});
/** Must not be sent to a browser: the key proves who owns the order. */
export type ServerOrder = z.infer<typeof serverOrderSchema>;

/** Reads where the cards travel back to, as the profile or the payment page had it when the order was paid. */
export const returnAddressSchema = z.object({
  full_name: z.optional(z.string()),
  phone: z.optional(z.string()),
  address_line1: z.optional(z.string()),
  address_line2: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  postal_code: z.optional(z.string()),
  country: z.optional(z.string()),
});
/** Parts may be missing: older orders and guests gave only some. */
export type ReturnAddress = z.infer<typeof returnAddressSchema>;

/** Reads an order with what its label and slip say. */
export const printedOrderSchema = z.extend(orderSchema, {
  return_address: z.nullable(returnAddressSchema),
});
/** Holds an address: for the owner, staff, and who has shown a signed link. */
export type PrintedOrder = z.infer<typeof printedOrderSchema>;

/** Reads an order with what the receiving desk found; null before it is checked in. */
export const checkedOrderSchema = z.extend(printedOrderSchema, {
  received_at: nullableText,
  package_condition: z.nullable(packageConditionSchema),
});
/** What the check-in receipt is made of. */
export type CheckedOrder = z.infer<typeof checkedOrderSchema>;

/** Reads who did something to an order; `system` stands for our own jobs. */
export const actorSchema = z.enum(["system", "customer", "staff", "stripe"]);

/** Reads an event's type. A test compares the list with what the SQL can write. */
export const orderEventTypeSchema = z.enum([
  "created",
  "linked",
  "payment_status",
  "fulfillment_status",
  "submission_status",
  "tracking_number",
  "grading_submission_number",
  "internal_notes",
  "invoice_filename",
  "review_reason",
  "dispute_status",
  "note",
  "reason",
  "payment_adopted",
  "refunded",
  "refund_started",
  "refund_failed",
  "exception_resolved",
  "arrived",
  "counted",
  "recounted",
  "count_mismatch",
  "package_condition",
  "package_matched",
  "shelf_location",
  "undone",
  "grader_group",
  "cards_back",
  "return_carrier",
  "inbound_tracking",
  "box_counted",
  "set_aside",
  "set_aside_asked",
  "set_aside_ended",
  "photo",
  "photo_shown",
  "adjustment",
  "inbound_shipped",
  "inbound_delivered",
  "inbound_withdrawn",
  "cancel_asked",
  "cancel_withdrawn",
  "cancel_declined",
  "delay",
  "problem",
  "return_address",
]);
/** Words for it that cover every member: timeline.ts for customers, event-text.ts for staff. */
export type OrderEventType = z.infer<typeof orderEventTypeSchema>;

/** Reads a dated line of an order's story, as its customer may read it: `from` and `to` as stored, `at` is an ISO text. */
export const orderEventSchema = z.object({
  type: orderEventTypeSchema,
  from: nullableText,
  to: nullableText,
  actor: actorSchema,
  message: nullableText,
  at: z.string(),
});
/** A public event: no names of staff, no internal notes. */
export type OrderEvent = z.infer<typeof orderEventSchema>;

/** Reads why the money of a payment page does not fit the order that it names, as apply_checkout judges it. */
export const checkoutProblemSchema = z.enum([
  "order_not_found",
  "livemode_mismatch",
  "payment_of_another_order",
  "second_payment",
  "currency_mismatch",
  "amount_mismatch",
]);

/** Reads why staff have to look at money: every reason of an entry of payment_exceptions. */
export const exceptionReasonSchema = z.enum([
  ...checkoutProblemSchema.options,
  "refund_exceeds_payment",
  "second_subscription",
  "unknown_price",
  "membership_disputed",
  "customer_not_found",
  "account_deleted",
  "customer_deleted",
  "session_not_found",
  "late_adjustment",
]);
export type ExceptionReason = z.infer<typeof exceptionReasonSchema>;

/** Reads why staff should look at an order whose money is in order by itself. */
export const reviewReasonSchema = z.enum([
  "paid_after_canceled",
  "paid_after_failed",
  "paid_after_reservation",
  "also_paid_by_card",
  "debit_failed",
  "refund_failed",
  "dispute_lost",
]);
/** Staff take the mark off when they have looked. */
export type ReviewReason = z.infer<typeof reviewReasonSchema>;

/** Who looks at an order or pays it. `hasUsedApp`: the session gave its authenticator app's code. */
export type Viewer = { userId: string | null; guestKey: string | null; hasUsedApp?: boolean };

/**
 * Returns whether the order belongs to this account, or while it is in no account to this browser's order cookie. An
 * imported order with neither belongs to nobody, and one of an account with an authenticator app to none of its sessions
 * that still owe the code.
 */
export function ownsOrder(
  order: Pick<ServerOrder, "user_id" | "guest_key" | "owner_has_app">,
  viewer: Viewer,
): boolean {
  const isOwing = order.owner_has_app && !viewer.hasUsedApp;
  if (order.user_id) return order.user_id === viewer.userId && !isOwing;
  return order.guest_key !== null && order.guest_key === viewer.guestKey;
}
