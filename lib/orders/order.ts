import * as z from "zod/mini";
import { PLAN_TYPES } from "@/lib/base/plans";
import {
  FULFILLMENT_STEPS,
  PACKAGE_CONDITIONS,
  PAYMENT_STATUSES,
  SUBMISSION_STEPS,
} from "@/lib/orders/status";

export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

export const fulfillmentStatusSchema = z.enum(FULFILLMENT_STEPS);
export type FulfillmentStatus = z.infer<typeof fulfillmentStatusSchema>;

export const submissionStatusSchema = z.enum(SUBMISSION_STEPS);
export type SubmissionStatus = z.infer<typeof submissionStatusSchema>;

export const packageConditionSchema = z.enum(PACKAGE_CONDITIONS);
export type PackageCondition = z.infer<typeof packageConditionSchema>;

const nullableText = z.nullable(z.string());

/** An order as the database's functions answer it: dollars as JSON numbers, times as ISO texts. */
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
  notes: nullableText,
  tracking_number: nullableText,
  grading_submission_number: nullableText,
  receipt_url: nullableText,
  stripe_session_id: nullableText,
  checkout_attempt: z.number(),
  reservation_expires_at: nullableText,
  submitted_at: z.string(),
  paid_at: nullableText,
  version: z.number(),
});
export type Order = z.infer<typeof orderSchema>;

/** What only the server sees of an order. */
export const serverOrderSchema = z.extend(orderSchema, { guest_key: nullableText });
export type ServerOrder = z.infer<typeof serverOrderSchema>;

/** Where the cards travel back to, as it was when the order was paid. */
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
export type ReturnAddress = z.infer<typeof returnAddressSchema>;

/** An order with what its label and slip say. */
export const printedOrderSchema = z.extend(orderSchema, {
  return_address: z.nullable(returnAddressSchema),
});
export type PrintedOrder = z.infer<typeof printedOrderSchema>;

/** An order with what the receiving desk found; null before it is checked in. */
export const checkedOrderSchema = z.extend(printedOrderSchema, {
  received_at: nullableText,
  received_count: z.nullable(z.number()),
  package_condition: z.nullable(packageConditionSchema),
});
export type CheckedOrder = z.infer<typeof checkedOrderSchema>;

/** Who did something to an order. */
export const actorSchema = z.enum(["system", "customer", "staff", "stripe"]);

/** Every word that the database writes into the type of an order's event: the column that changed, or what was done. */
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
  "reason",
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
]);
export type OrderEventType = z.infer<typeof orderEventTypeSchema>;

/** A dated line of an order's story, as the customer may read it. */
export const orderEventSchema = z.object({
  type: orderEventTypeSchema,
  from: nullableText,
  to: nullableText,
  actor: actorSchema,
  message: nullableText,
  at: z.string(),
});
export type OrderEvent = z.infer<typeof orderEventSchema>;

/** Why the money of a payment page does not fit the order that it names. */
export const checkoutProblemSchema = z.enum([
  "order_not_found",
  "livemode_mismatch",
  "payment_of_another_order",
  "second_payment",
  "currency_mismatch",
  "amount_mismatch",
]);

/** Why staff have to look at money: every reason of an entry of payment_exceptions. */
export const exceptionReasonSchema = z.enum([
  ...checkoutProblemSchema.options,
  "refund_exceeds_payment",
  "second_subscription",
  "unknown_price",
]);
export type ExceptionReason = z.infer<typeof exceptionReasonSchema>;

/** Why staff should look at an order. */
export const reviewReasonSchema = z.enum([
  "paid_after_canceled",
  "paid_after_failed",
  "paid_after_reservation",
  "refund_failed",
]);
export type ReviewReason = z.infer<typeof reviewReasonSchema>;

/** An order's tracking link: the hash of its token, and which in a row it is. */
export const trackingLinkSchema = z.object({
  order_id: z.string(),
  generation: z.number(),
  token_hash: z.string(),
  is_active: z.boolean(),
});
export type TrackingLink = z.infer<typeof trackingLinkSchema>;

/** An order that waits for its payment page, or for the money of one. */
export const openCheckoutSchema = z.object({
  order_id: z.string(),
  batch_id: nullableText,
  stripe_session_id: nullableText,
});
export type OpenCheckout = z.infer<typeof openCheckoutSchema>;

/** Who looks at an order or pays it: an account, the browser that holds the order cookie, or neither. */
export type Viewer = { userId: string | null; guestKey: string | null };

/** Whether the order belongs to this account or to this browser's order cookie. */
export function ownsOrder(order: Pick<ServerOrder, "user_id" | "guest_key">, viewer: Viewer): boolean {
  if (order.user_id) return order.user_id === viewer.userId;
  return order.guest_key !== null && order.guest_key === viewer.guestKey;
}
