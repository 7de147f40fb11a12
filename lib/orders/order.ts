import * as z from "zod/mini";
import { PLAN_TYPES } from "@/lib/base/plans";
import {
  FULFILLMENT_STEPS,
  PACKAGE_CONDITIONS,
  PAYMENT_STATUSES,
  SUBMISSION_STEPS,
} from "@/lib/orders/status";
import { CARRIERS } from "@/lib/orders/tracking-number";

export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);
export const fulfillmentStatusSchema = z.enum(FULFILLMENT_STEPS);
/** Fine status. `statuses` maps it to the coarse one. */
export const submissionStatusSchema = z.enum(SUBMISSION_STEPS);
export const packageConditionSchema = z.enum(PACKAGE_CONDITIONS);

export const nullableText = z.nullable(z.string());

/** What the owner may see. `grading_fee` and `total_paid` are in dollars, other amounts in cents. */
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
  title: nullableText,
  notes: nullableText,
  tracking_number: nullableText,
  /** Set by staff. If null, the tracking number's format decides. */
  return_carrier: z.nullable(z.enum(CARRIERS)),
  grading_submission_number: nullableText,
  receipt_url: nullableText,
  stripe_session_id: nullableText,
  checkout_attempt: z.number(),
  reservation_expires_at: nullableText,
  submitted_at: z.string(),
  paid_at: nullableText,
  /** Reported by the customer. Days are timestamps at noon UTC. */
  inbound_carrier: z.nullable(z.enum(CARRIERS)),
  inbound_tracking: nullableText,
  inbound_shipped_at: nullableText,
  inbound_delivered_at: nullableText,
  /** Last business day before staff search for a package reported as delivered. */
  look_from: nullableText,
  cancel_requested_at: nullableText,
  /** `open_by`: business day by which the package is opened. Null while the package is on hold. */
  arrived_at: nullableText,
  open_by: nullableText,
  /** `is_lost`: refunded after it was shipped back, so it counts as lost. */
  is_counted_in_part: z.boolean(),
  is_lost: z.boolean(),
  received_count: z.nullable(z.number()),
  /** Cards in the closed grader shipment. */
  cards_sent: z.nullable(z.number()),
  /** Business days of the estimate. Null before check-in. */
  promised_from: nullableText,
  promised_to: nullableText,
  delay_reason: nullableText,
  delayed_until: nullableText,
  version: z.number(),
});
export type Order = z.infer<typeof orderSchema>;

/** The grader of each submission number, as named by staff. */
export const gradersSchema = z.array(z.object({ number: z.string(), grader: z.string() }));

export const serverOrderSchema = z.extend(orderSchema, {
  guest_key: nullableText,
  owner_has_app: z.boolean(),
});
/** Never send this to a browser, because the guest key proves ownership. */
export type ServerOrder = z.infer<typeof serverOrderSchema>;

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
/** Copied from the profile or Stripe at payment. Older orders may lack parts. */
export type ReturnAddress = z.infer<typeof returnAddressSchema>;

export const printedOrderSchema = z.extend(orderSchema, {
  return_address: z.nullable(returnAddressSchema),
});
/** What the owner, staff and holders of a signed link may see. */
export type PrintedOrder = z.infer<typeof printedOrderSchema>;

/** The added fields are null before check-in. */
export const checkedOrderSchema = z.extend(printedOrderSchema, {
  received_at: nullableText,
  package_condition: z.nullable(packageConditionSchema),
});
export type CheckedOrder = z.infer<typeof checkedOrderSchema>;

/** `system` is a job. */
export const actorSchema = z.enum(["system", "customer", "staff", "stripe"]);

/** A test compares the list with the SQL. */
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
/** The texts are in timeline.ts for customers and event-text.ts for staff. */
export type OrderEventType = z.infer<typeof orderEventTypeSchema>;

/** Public, so without staff names and internal notes. `from` and `to` are as stored, `at` is an ISO time. */
export const orderEventSchema = z.object({
  type: orderEventTypeSchema,
  from: nullableText,
  to: nullableText,
  actor: actorSchema,
  message: nullableText,
  at: z.string(),
});
export type OrderEvent = z.infer<typeof orderEventSchema>;

/** Why apply_checkout refuses a payment for its order. */
export const checkoutProblemSchema = z.enum([
  "order_not_found",
  "livemode_mismatch",
  "payment_of_another_order",
  "second_payment",
  "currency_mismatch",
  "amount_mismatch",
]);

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

export const reviewReasonSchema = z.enum([
  "paid_after_canceled",
  "paid_after_failed",
  "paid_after_reservation",
  "also_paid_by_card",
  "debit_failed",
  "refund_failed",
  "dispute_lost",
]);
export type ReviewReason = z.infer<typeof reviewReasonSchema>;

/** A signed-in user, a guest's browser, or neither. `hasUsedApp`: the session used its second factor. */
export type Viewer = { userId: string | null; guestKey: string | null; hasUsedApp?: boolean };

/**
 * Returns whether the order belongs to this account or, without an account, to this browser's order cookie. An
 * account with an authenticator app must have used it in this session.
 */
export function ownsOrder(
  order: Pick<ServerOrder, "user_id" | "guest_key" | "owner_has_app">,
  viewer: Viewer,
): boolean {
  const needsSecondFactor = order.owner_has_app && !viewer.hasUsedApp;
  if (order.user_id) return order.user_id === viewer.userId && !needsSecondFactor;
  return order.guest_key !== null && order.guest_key === viewer.guestKey;
}

/** Masks an email address as "c•••@e•••.com", which only its owner recognizes. Null stays null. */
export function maskEmail(email: string | null): string | null {
  if (!email) return null;
  const [name = "", domain = ""] = email.split("@");
  const ending = domain.split(".").at(-1) ?? "";
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••.${ending}`;
}
