import "server-only";
import * as z from "zod/mini";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { writeAsStaff } from "@/lib/staff/mutations";
import { type OrderUpdate, oddityCodeSchema } from "@/lib/staff/order/schema";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const id = z.string();

/**
 * Reads what staff_update_order answers, and of staff_update_orders each result. A test holds its words against the
 * SQL.
 */
export const orderUpdateResultSchema = z.discriminatedUnion("outcome", [
  z.object({
    id,
    outcome: z.literal("updated"),
    order: staffOrderSchema,
    /** Undoes it; null where the payment changed. */
    act_id: z.nullable(z.string()),
  }),
  z.object({ id, outcome: z.literal("unchanged"), order: staffOrderSchema }),
  /** Without `oddities`: the payment is changed by hand. */
  z.object({
    id,
    outcome: z.literal("reason_required"),
    order: staffOrderSchema,
    oddities: z.optional(z.array(oddityCodeSchema)),
  }),
  z.extend(conflictSchema, { id }),
  z.object({ id, outcome: z.literal("not_found") }),
  /** A delay was given of what is not checked in, or has left. */
  z.object({ id, outcome: z.literal("not_promised"), order: staffOrderSchema }),
  /** It is set paid, and all that was paid for it went back. */
  z.object({ id, outcome: z.literal("all_refunded"), order: staffOrderSchema }),
  /** It is set paid while a payment session of it may be paid, or is. */
  z.object({ id, outcome: z.literal("ask_payment"), stripe_session_id: z.string() }),
]);
/** What came of saving an order, with the order as it is now and on a conflict what others did meanwhile. */
export type OrderUpdateResult = z.infer<typeof orderUpdateResultSchema>;

/**
 * Saves what staff changed on an order (staff_update_order), with an event for each field. Nothing is saved when
 * somebody else has saved since `version` (conflict), when a reason is missing that the change takes, or when it is set paid
 * and nobody has looked at its payment session (`askedSession`) yet.
 */
export async function updateOrder(
  actor: string,
  orderId: string,
  {
    version,
    changes,
    reason,
    is_quiet: isQuiet = false,
    emails_correction: emailsCorrection = false,
  }: OrderUpdate,
  askedSession: string | null = null,
): Promise<OrderUpdateResult> {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: version,
    p_changes: changes,
    // Who sets it paid by hand gives it what a payment gives it.
    p_tracking_hash: trackingHashOf(orderId, 1),
    p_reason: reason ?? null,
    p_asked_session: askedSession,
    p_is_quiet: isQuiet,
    p_emails_correction: emailsCorrection,
  };
  return writeAsStaff("staff_update_order", args, orderUpdateResultSchema);
}
