import "server-only";
import * as z from "zod/mini";
import { log } from "@/lib/base/log";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { writeAsStaff } from "@/lib/staff/mutations";
import { warningText } from "@/lib/staff/order/change-warnings";
import { type OrderUpdate, warningCodeSchema } from "@/lib/staff/order/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";
import { expireSession } from "@/lib/stripe/sessions";

export const savedOrderSchema = z.object({
  id: z.string(),
  outcome: z.enum(["updated", "unchanged"]),
  order: staffOrderSchema,
  /** Undoes the save. Null if nothing changed or the payment did. */
  action_id: z.nullable(z.string()),
});
type SavedOrder = z.infer<typeof savedOrderSchema>;

/** The result of staff_update_order: saved, or the checkout session to check before the order is marked paid. */
export const orderUpdateResultSchema = z.discriminatedUnion("outcome", [
  savedOrderSchema,
  z.object({ outcome: z.literal("ask_payment"), stripe_session_id: z.string() }),
]);

/**
 * Saves changes to an order (staff_update_order). An order with a checkout session is marked paid only if
 * `checkedSession` is that session. Throws 409 if someone else has saved since `version`, and 422 if a reason is
 * missing.
 */
export async function updateOrder(
  actor: string,
  orderId: string,
  update: OrderUpdate,
  checkedSession: string | null = null,
): Promise<z.infer<typeof orderUpdateResultSchema>> {
  const args = {
    ...update,
    actor,
    order_id: orderId,
    // An order that is marked paid gets a tracking link, as after a payment.
    tracking_hash: trackingHashOf(orderId, 1),
    asked_session: checkedSession,
  };
  return writeAsStaff("staff_update_order", args, orderUpdateResultSchema, {
    reason_for_odd: ({ warnings }) =>
      `${warningText(z.parse(z.array(warningCodeSchema), warnings))} Enter a reason.`,
  });
}

/**
 * Saves changes to an order as updateOrder does. Before an order is marked paid by hand, checks its checkout session
 * in Stripe. If it was paid, records the payment, and the save then returns a conflict. After saving, closes the
 * session to prevent a second payment. If closing fails, a later payment is recorded and flagged. Throws 503 if
 * Stripe doesn't respond.
 */
export async function changeOrder(actor: string, orderId: string, update: OrderUpdate): Promise<SavedOrder> {
  let result = await updateOrder(actor, orderId, update);
  while (result.outcome === "ask_payment") {
    const session = result.stripe_session_id;
    await fulfillCheckout(session);
    result = await updateOrder(actor, orderId, update, session);
    if (result.outcome === "updated") await closeLeftover(orderId, session);
  }
  return result;
}

async function closeLeftover(orderId: string, session: string): Promise<void> {
  try {
    await expireSession(session);
  } catch (error) {
    log.error("checkout.left_open", error, { order: orderId });
  }
}
