import "server-only";
import { log } from "@/lib/base/log";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { type SavedOrder, updateOrder } from "@/lib/staff/order/mutations";
import type { OrderUpdate } from "@/lib/staff/order/schema";
import { closeSession } from "@/lib/stripe/sessions";

/**
 * Saves what staff changed on an order, as updateOrder does. An order that is set to paid by hand while it has a payment session is
 * looked at there first: if it was paid, that is booked, and the save meets it as another's change. Afterwards its payment page is
 * closed, so that nobody pays it as well; if that fails it is logged, and a payment that comes anyway is taken over and flagged.
 * Throws 503 when the payment service can't be asked.
 */
export async function changeOrder(actor: string, orderId: string, update: OrderUpdate): Promise<SavedOrder> {
  let result = await updateOrder(actor, orderId, update);
  while (result.outcome === "ask_payment") {
    const session = result.stripe_session_id;
    await fulfilCheckout(session);
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
