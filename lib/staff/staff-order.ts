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

/** A count capped at 1,000. `is_more` is true if there are more. */
export const boundedCountSchema = z.object({ count: z.number(), is_more: z.boolean() });
export type BoundedCount = z.infer<typeof boundedCountSchema>;

/**
 * What can keep an order from moving on, as decided by private.order_blockers, with what to do about it unless its
 * alert says so. Blockers that wait for staff come first.
 */
export const ORDER_BLOCKERS = {
  dispute: { label: "Payment disputed", step: "Respond to the dispute in Stripe." },
  exception: { label: "Payment doesn't match", step: "Find out what the payment is for." },
  review: { label: "Payment to review", step: null },
  cancel_request: { label: "Cancellation requested", step: null },
  problem: { label: "Problem reported", step: null },
  upcharge: { label: "Upcharge to settle", step: "Click “Settle…” next to the question." },
  refund: { label: "Refund due", step: "Refund the missing cards." },
  set_aside: { label: "Set aside", step: "Decide what happens to the package." },
  not_paid: { label: "Arrived unpaid", step: "Ask the customer to pay." },
  count_differs: { label: "Count differs", step: "Ask the customer about the count." },
  damaged: {
    label: "Arrived damaged",
    step: "Ask the customer whether to continue. If so, set the status to “Getting ready”.",
  },
  cards_here: { label: "Cards still here", step: "Decide what happens to these cards." },
  set_aside_asked: { label: "Set aside, waiting for the customer", step: "Nothing to do until they answer." },
  proposal: { label: "Customer is deciding", step: "Nothing to do until they answer." },
} satisfies Record<string, { label: string; step: string | null }>;

/**
 * An order as used in all staff lists and forms. `grading_fee` and `total_paid` are in dollars, `refunded_cents` is
 * in cents, and times are in ISO format.
 */
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
    /** The customer's email, or the guest's once they entered it at checkout. */
    email: nullableText,
    customer_name: nullableText,
    /** The last day of the current step. The order is overdue from the next day. Null if nothing is due. */
    due_on: nullableText,
    received_at: nullableText,
    /** When the cards were shipped back. Null before that. */
    sent_back_at: nullableText,
    /** How many cards arrived after the others had left for the grader. Null for none. */
    cards_here: z.nullable(z.number()),
    package_condition: z.nullable(packageConditionSchema),
    review_reason: z.nullable(reviewReasonSchema),
    dispute_status: nullableText,
    open_exceptions: z.number(),
    placed_by_admin: z.boolean(),
    /** Stripe has a payment for this order. Setting it to unpaid then needs a reason. */
    is_paid_by_card: z.boolean(),
    updated_at: z.string(),
    internal_notes: nullableText,
    invoice_filename: nullableText,
    shelf_location: nullableText,
    /** Until when the return address is on hold. Null if it isn't. */
    address_held_until: nullableText,
    /** Amounts paid for extra cards and upcharges, and refunds of these. Not part of total_paid and refunded_cents. */
    extras: z.object({ paid_cents: z.number(), refunded_cents: z.number() }),
    /** What keeps the order from moving on until someone acts, and since when. */
    blockers: z.array(z.enum(Object.keys(ORDER_BLOCKERS) as (keyof typeof ORDER_BLOCKERS)[])),
    waiting_since: nullableText,
    /** The oldest open question, with upcharges that staff must settle listed first. Null for none. */
    asked: z.nullable(
      z.object({
        kind: adjustmentKindSchema,
        qty: z.number(),
        status: adjustmentStatusSchema,
        chosen_option: z.nullable(adjustmentOptionSchema),
        /** Start of its current status, and the deadline for a response or the cards. */
        at: z.string(),
        until: z.string(),
        /** Number of other open questions. */
        more: z.number(),
      }),
    ),
  },
);
/** An order as staff see it. Contains internal notes, so never show it to customers. */
export type StaffOrder = z.infer<typeof staffOrderSchema>;

/**
 * An entry in an order's history. Customers also see `public` entries. `order_version` is the version of the change,
 * or null for none.
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
/** An order event as staff see it. eventText returns its text. */
export type StaffOrderEvent = z.infer<typeof staffOrderEventSchema>;

/**
 * A save refused because someone else saved first. Contains the current order and all events since the submitted
 * version.
 */
export const conflictSchema = z.object({
  order: staffOrderSchema,
  changes: z.array(staffOrderEventSchema),
});
