import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { exceptionReasonSchema, printedOrderSchema } from "@/lib/orders/order";
import { profileRowSchema } from "@/lib/profile/profile";
import { staffAdjustmentSchema } from "@/lib/staff/adjustments/schema";
import { setAsideSchema } from "@/lib/staff/desk/receiving-desk";
import { refundRequestSchema } from "@/lib/staff/refunds/schema";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** A staff note about an order. */
const orderNoteSchema = z.object({
  id: z.number(),
  body: z.string(),
  /** Null: the account was deleted. */
  author_email: z.nullable(z.string()),
  created_at: z.string(),
});

/** Everything the page of one order shows. */
export const orderDetailsSchema = z.object({
  staff_role: staffRoleSchema,
  order: staffOrderSchema,
  /** What lists don't show: the address, and its ids in Stripe. */
  details: z.extend(printedOrderSchema, { stripe_payment_intent_id: z.nullable(z.string()) }),
  profile: z.nullable(profileRowSchema),
  account_email: z.nullable(z.string()),
  received_by: z.nullable(z.string()),
  /** The shipment in which its cards go to the grader, or last went. */
  grader_shipment_id: z.nullable(z.number()),
  /** Oldest first, the last 500. */
  events: z.array(staffOrderEventSchema),
  /** Oldest first. */
  notes: z.array(orderNoteSchema),
  /** Notes from before notes had dates. */
  former_notes: z.nullable(z.string()),
  /** Why its package is set aside; null: it isn't. */
  set_aside: z.nullable(setAsideSchema),
  /** The last ten that weren't undone, newest first. */
  actions: z.array(staffActionSchema),
  exceptions: z.array(
    z.object({ id: z.number(), reason: exceptionReasonSchema, resolved_at: z.nullable(z.string()) }),
  ),
  refunds: z.array(refundRequestSchema),
  /** Questions to the customer, oldest first. */
  adjustments: z.array(staffAdjustmentSchema),
  /** The problem that the customer reported, also when resolved; null: none. */
  problem: z.nullable(
    z.object({
      /** Null: it is resolved. */
      since: z.nullable(z.string()),
      messages: z.array(z.object({ id: z.number(), body: z.string(), at: z.string() })),
    }),
  ),
});
/** One order with all details; `profile` is null for guests and accounts without one. */
export type OrderDetails = z.infer<typeof orderDetailsSchema>;
