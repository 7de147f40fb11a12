import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { exceptionReasonSchema, nullableText, printedOrderSchema } from "@/lib/orders/order";
import { profileRowSchema } from "@/lib/profile/profile";
import { staffAdjustmentSchema } from "@/lib/staff/adjustments/adjustments";
import { setAsideSchema } from "@/lib/staff/desk/receiving-desk";
import { refundRequestSchema } from "@/lib/staff/refunds/schema";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";

export const orderDetailsSchema = z.object({
  staff_role: staffRoleSchema,
  order: staffOrderSchema,
  /** Fields that lists don't show. */
  details: z.extend(printedOrderSchema, { stripe_payment_intent_id: nullableText }),
  /** Null for guests and accounts without one. */
  profile: z.nullable(profileRowSchema),
  account_email: nullableText,
  received_by: nullableText,
  /** The shipment in which its cards go to the grader, or last went. */
  grader_shipment_id: z.nullable(z.number()),
  /** The last 500, oldest first. */
  events: z.array(staffOrderEventSchema),
  /** Oldest first. `author_email` is null for a deleted account. */
  notes: z.array(
    z.object({ id: z.number(), body: z.string(), author_email: nullableText, created_at: z.string() }),
  ),
  /** Notes from before notes had dates. */
  former_notes: nullableText,
  /** Null unless its package is set aside. */
  set_aside: z.nullable(setAsideSchema),
  /** The last ten that weren't undone, newest first. */
  actions: z.array(staffActionSchema),
  exceptions: z.array(z.object({ id: z.number(), reason: exceptionReasonSchema, resolved_at: nullableText })),
  refunds: z.array(refundRequestSchema),
  /** Oldest first. */
  adjustments: z.array(staffAdjustmentSchema),
  /** The problem that the customer reported. `since` is null once it's resolved. */
  problem: z.nullable(
    z.object({
      since: nullableText,
      messages: z.array(z.object({ id: z.number(), body: z.string(), at: z.string() })),
    }),
  ),
});
export type OrderDetails = z.infer<typeof orderDetailsSchema>;
