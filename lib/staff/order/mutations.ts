import "server-only";
import * as z from "zod/mini";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { writeAsStaff } from "@/lib/staff/mutations";
import { warningText } from "@/lib/staff/order/change-warnings";
import { type OrderUpdate, warningCodeSchema } from "@/lib/staff/order/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";

/** The result of staff_update_order. */
export const savedOrderSchema = z.object({
  id: z.string(),
  outcome: z.enum(["updated", "unchanged"]),
  order: staffOrderSchema,
  /** Undoes it; null when nothing or the payment changed. */
  action_id: z.nullable(z.string()),
});
/** The same, or the checkout session to check before an order is set to paid. */
export const orderUpdateResultSchema = z.discriminatedUnion("outcome", [
  savedOrderSchema,
  z.object({ outcome: z.literal("ask_payment"), stripe_session_id: z.string() }),
]);
type OrderUpdateResult = z.infer<typeof orderUpdateResultSchema>;
/** A saved order, as it is now. */
export type SavedOrder = z.infer<typeof savedOrderSchema>;

/**
 * Saves what staff changed on an order (staff_update_order), with an event for each field. Nothing is saved when it is set to paid before
 * its checkout session (`askedSession`) was checked. Throws 409 when someone else has saved since `version`, and 422 when a required
 * reason is missing.
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
    // An order that is set to paid gets a tracking link, as after a payment.
    p_tracking_hash: trackingHashOf(orderId, 1),
    p_reason: reason ?? null,
    p_asked_session: askedSession,
    p_is_quiet: isQuiet,
    p_emails_correction: emailsCorrection,
  };
  return writeAsStaff("staff_update_order", args, orderUpdateResultSchema, {
    reason_for_odd: ({ warnings }) =>
      `${warningText(z.parse(z.array(warningCodeSchema), warnings))} Enter a reason.`,
  });
}
