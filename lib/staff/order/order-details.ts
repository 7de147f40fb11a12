import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { exceptionReasonSchema, printedOrderSchema } from "@/lib/orders/order";
import { profileRowSchema } from "@/lib/profile/profile";
import { staffAdjustmentSchema } from "@/lib/staff/adjustments/schema";
import { setAsideSchema } from "@/lib/staff/desk/receiving-desk";
import { refundRequestSchema } from "@/lib/staff/refunds/schema";
import { staffActSchema } from "@/lib/staff/staff-act";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** What one of the staff noted about an order. */
const orderNoteSchema = z.object({
  id: z.number(),
  body: z.string(),
  /** Null: the account is gone. */
  author_email: z.nullable(z.string()),
  created_at: z.string(),
});

/** Reads all that the page of one order shows. */
export const orderDetailsSchema = z.object({
  staff_role: staffRoleSchema,
  order: staffOrderSchema,
  /** What the lists do not show of it: the address, and its ids at the payment service. */
  details: z.extend(printedOrderSchema, { stripe_payment_intent_id: z.nullable(z.string()) }),
  profile: z.nullable(profileRowSchema),
  account_email: z.nullable(z.string()),
  received_by: z.nullable(z.string()),
  /** The group in which its cards go to the grader, or last went. */
  grader_group_id: z.nullable(z.number()),
  /** Oldest first, the last 500. */
  events: z.array(staffOrderEventSchema),
  /** Oldest first. */
  notes: z.array(orderNoteSchema),
  /** What was noted before notes had dates. */
  former_notes: z.nullable(z.string()),
  /** Why its package is set aside; null: it is not. */
  set_aside: z.nullable(setAsideSchema),
  /** The last ten that were not taken back, newest first. */
  acts: z.array(staffActSchema),
  exceptions: z.array(
    z.object({ id: z.number(), reason: exceptionReasonSchema, resolved_at: z.nullable(z.string()) }),
  ),
  refunds: z.array(refundRequestSchema),
  /** What the customer was asked, oldest first. */
  adjustments: z.array(staffAdjustmentSchema),
  /** What the customer says is wrong, or said before it was closed; null: nothing was ever. */
  problem: z.nullable(
    z.object({
      /** Null: it is solved. */
      since: z.nullable(z.string()),
      messages: z.array(z.object({ id: z.number(), body: z.string(), at: z.string() })),
    }),
  ),
});
/** One order, whole; `profile` is null for a guest's and for an account that has saved none. */
export type OrderDetails = z.infer<typeof orderDetailsSchema>;
