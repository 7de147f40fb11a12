import * as z from "zod/mini";
import {
  actorSchema,
  nullableText,
  orderEventTypeSchema,
  orderSchema,
  packageConditionSchema,
  reviewReasonSchema,
} from "@/lib/orders/order";
import { adjustmentKindSchema, adjustmentOptionSchema, adjustmentStatusSchema } from "@/lib/orders/schema";

/** A count that stops at 1,000; with `is_more` there are more. */
export const boundedCountSchema = z.object({ count: z.number(), is_more: z.boolean() });
export type BoundedCount = z.infer<typeof boundedCountSchema>;

/** What can keep an order from moving on; what waits on staff comes first. private.order_blockers decides. */
export const ORDER_BLOCKERS = [
  "dispute",
  "exception",
  "review",
  "cancel_request",
  "problem",
  "upcharge",
  "refund",
  "set_aside",
  "not_paid",
  "count_differs",
  "damaged",
  "cards_here",
  "set_aside_asked",
  "proposal",
] as const;
export type OrderBlocker = (typeof ORDER_BLOCKERS)[number];

/** Why a package is set aside; `other`: a reason of staff. */
export const SET_ASIDE_REASONS = [
  "unpaid",
  "canceled",
  "refunded",
  "disputed",
  "cancel_asked",
  "other",
] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/** An order in every staff list and form: `grading_fee` and `total_paid` in dollars, `refunded_cents` in cents, times in ISO format. */
export const staffOrderSchema = z.extend(
  z.omit(orderSchema, {
    user_email: true,
    guest_email: true,
    rate_cents: true,
    receipt_url: true,
    stripe_session_id: true,
    checkout_attempt: true,
    reservation_expires_at: true,
    look_from: true,
    open_by: true,
    is_lost: true,
  }),
  {
    /** The customer's, or the guest's once the checkout has asked for it. */
    email: nullableText,
    customer_name: nullableText,
    /** The last day of its current step: it is overdue from the next day. Null: nothing is due. */
    due_on: nullableText,
    received_at: nullableText,
    /** When the cards were shipped back; null before. */
    sent_back_at: nullableText,
    /** How many arrived after the others had left for the grader; null for none. */
    cards_here: z.nullable(z.number()),
    package_condition: z.nullable(packageConditionSchema),
    review_reason: z.nullable(reviewReasonSchema),
    dispute_status: nullableText,
    open_exceptions: z.number(),
    placed_by_admin: z.boolean(),
    /** Stripe has a payment for it; setting it to unpaid then needs a reason. */
    is_paid_by_card: z.boolean(),
    updated_at: z.string(),
    internal_notes: nullableText,
    invoice_filename: nullableText,
    shelf_location: nullableText,
    /** Until when the return address is held; null: it isn't. */
    address_held_until: nullableText,
    /** Paid for extra cards and upcharges, and refunded from that. Not part of total_paid and refunded_cents. */
    extras: z.object({ paid_cents: z.number(), refunded_cents: z.number() }),
    /** What keeps it from moving on until someone acts, and since when. */
    blockers: z.array(z.enum(ORDER_BLOCKERS)),
    waiting_since: nullableText,
    /** The oldest open question, with upcharges for staff to settle first; null: none. */
    asked: z.nullable(
      z.object({
        kind: adjustmentKindSchema,
        qty: z.number(),
        status: adjustmentStatusSchema,
        chosen_option: z.nullable(adjustmentOptionSchema),
        /** Since when it has this status, and until when an answer or the cards are due. */
        at: z.string(),
        until: z.string(),
        /** How many more are open. */
        more: z.number(),
      }),
    ),
  },
);
/** An order as staff see it, with internal notes: not for customers. */
export type StaffOrder = z.infer<typeof staffOrderSchema>;

/** An entry of an order's history. Customers see `public` entries too; `order_version` is the version of the change, null for none. */
export const staffOrderEventSchema = z.object({
  id: z.number(),
  type: orderEventTypeSchema,
  from_value: nullableText,
  to_value: nullableText,
  actor_type: actorSchema,
  actor_id: nullableText,
  actor_email: nullableText,
  public: z.boolean(),
  message: nullableText,
  data: z.nullable(z.object({ corrected: z.optional(z.boolean()) })),
  occurred_at: z.string(),
  order_version: z.nullable(z.number()),
});
/** Something that happened to an order, as staff see it; eventText puts it into words. */
export type StaffOrderEvent = z.infer<typeof staffOrderEventSchema>;

/** The refusal of a save because someone else saved first: the current order, and each event since the version that was sent. */
export const conflictSchema = z.object({
  order: staffOrderSchema,
  changes: z.array(staffOrderEventSchema),
});
