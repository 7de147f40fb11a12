import "server-only";
import { log } from "@/lib/base/log";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { type SavedOrder, updateOrder } from "@/lib/staff/order/mutations";
import type { OrderUpdate } from "@/lib/staff/order/schema";
import { closeSession } from "@/lib/stripe/sessions";

/**
 * Saves what staff changed on an order, as updateOrder does. Before an order with a checkout session is set to paid by hand, Stripe is
 * asked: a payment is booked, and the save then conflicts with it. Afterwards the session is closed to prevent a second payment; if that
 * fails, it is logged, and a later payment is taken over and flagged. Throws 503 when Stripe doesn't answer.
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
    await closeSession(session);
  } catch (error) {
    log.error("checkout.left_open", error, { order: orderId });
  }
}
