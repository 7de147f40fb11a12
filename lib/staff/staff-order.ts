import * as z from "zod/mini";
import {
  actorSchema,
  orderEventTypeSchema,
  orderSchema,
  packageConditionSchema,
  reviewReasonSchema,
} from "@/lib/orders/order";
import { adjustmentKindSchema, adjustmentOptionSchema, adjustmentStatusSchema } from "@/lib/orders/schema";

const nullableText = z.nullable(z.string());

/** Reads a count that stops at 1,000; with `is_more` there are more than that. */
export const boundedCountSchema = z.object({ count: z.number(), is_more: z.boolean() });
/** A count that costs the same however many rows there are. */
export type BoundedCount = z.infer<typeof boundedCountSchema>;

/** Lists what can keep an order from going on, those that wait on us first; private.order_blockers decides. */
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
/** One of them. */
export type OrderBlocker = (typeof ORDER_BLOCKERS)[number];

/** Lists why a package is set aside; `other`: staff had a reason of their own. */
export const SET_ASIDE_REASONS = [
  "unpaid",
  "canceled",
  "refunded",
  "disputed",
  "cancel_asked",
  "other",
] as const;
/** One of the reasons. */
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/**
 * Reads an order as every list and form of the staff gets it: `grading_fee` and `total_paid` in dollars,
 * `refunded_cents` in cents, times as ISO texts.
 */
export const staffOrderSchema = z.extend(
  z.pick(orderSchema, {
    id: true,
    batch_id: true,
    user_id: true,
    plan_type: true,
    num_cards: true,
    grading_fee: true,
    total_paid: true,
    refunded_cents: true,
    payment_status: true,
    fulfillment_status: true,
    submission_status: true,
    title: true,
    notes: true,
    tracking_number: true,
    return_carrier: true,
    grading_submission_number: true,
    submitted_at: true,
    paid_at: true,
    inbound_carrier: true,
    inbound_tracking: true,
    inbound_shipped_at: true,
    inbound_delivered_at: true,
    cancel_requested_at: true,
    promised_from: true,
    promised_to: true,
    delay_reason: true,
    delayed_until: true,
    version: true,
  }),
  {
    /** The customer's, or the guest's once the payment page has asked for it. */
    email: nullableText,
    customer_name: nullableText,
    arrived_at: nullableText,
    /** The last day of its present step: it is overdue from the next day on. Null: nothing is due. */
    due_on: nullableText,
    /** Some of its boxes are here and counted, and others are awaited. */
    is_counted_in_part: z.boolean(),
    received_at: nullableText,
    /** When the cards left for their owner; null before. */
    sent_back_at: nullableText,
    received_count: z.nullable(z.number()),
    /** How many of its cards went to the grader with groups, or are in one that is closed; null: none. */
    cards_sent: z.nullable(z.number()),
    /** How many came after the others had gone to the grader; null for none. */
    cards_here: z.nullable(z.number()),
    package_condition: z.nullable(packageConditionSchema),
    review_reason: z.nullable(reviewReasonSchema),
    dispute_status: nullableText,
    open_exceptions: z.number(),
    placed_by_admin: z.boolean(),
    /** The payment service has a payment for it; setting it unpaid then takes a reason. */
    is_paid_by_card: z.boolean(),
    updated_at: z.string(),
    internal_notes: nullableText,
    invoice_filename: nullableText,
    shelf_location: nullableText,
    /** Until when its owner is asked which address its graded cards go to; null: nobody is asked (any more). */
    address_held_until: nullableText,
    /** Paid for extra cards and upcharges, and refunded from that. Not part of total_paid and refunded_cents. */
    extras: z.object({ paid_cents: z.number(), refunded_cents: z.number() }),
    /** What keeps it from going on until someone acts, and since when something does. */
    blockers: z.array(z.enum(ORDER_BLOCKERS)),
    waiting_since: nullableText,
    /** The oldest of the questions that somebody has still to answer or to settle, before all an upcharge that staff settle; null: there is none. */
    asked: z.nullable(
      z.object({
        kind: adjustmentKindSchema,
        qty: z.number(),
        status: adjustmentStatusSchema,
        chosen_option: z.nullable(adjustmentOptionSchema),
        /** Since when it stands so, and until when an answer or the cards are to come. */
        at: z.string(),
        until: z.string(),
        /** How many more there are. */
        more: z.number(),
      }),
    ),
  },
);
/** An order as staff see it in lists and forms. It holds internal notes: not for customers. */
export type StaffOrder = z.infer<typeof staffOrderSchema>;

/**
 * Reads an entry of an order's timeline, with what only staff see. `public` entries are shown to the customer too;
 * `order_version` is the version that the change made, null where it made none.
 */
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
/** Something that happened to an order, as staff see it; event-words.ts puts it into words. */
export type StaffOrderEvent = z.infer<typeof staffOrderEventSchema>;

/**
 * Reads the refusal of a save because somebody saved in between: the order as it is now, and each event since the
 * version that was sent.
 */
export const conflictSchema = z.object({
  order: staffOrderSchema,
  changes: z.array(staffOrderEventSchema),
});
