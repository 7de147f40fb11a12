import "server-only";
import { AppError } from "@/lib/base/errors";
import { enqueueOrderConfirmation } from "@/lib/email/outbox/mutations";
import { getOrderByBatch } from "@/lib/orders/data";
import { ownsOrder, type Viewer } from "@/lib/orders/order";

/**
 * Queues the confirmation of the viewer's own paid order, once. `duplicate`: already queued or sent, as by the
 * payment. Throws 404 for a missing or someone else's order, 409 for an unpaid one.
 */
export async function requestConfirmation(
  batchId: string,
  viewer: Viewer,
): Promise<{ success: true; duplicate: boolean }> {
  const order = await getOrderByBatch(batchId);
  if (!order || !ownsOrder(order, viewer)) throw new AppError("not_found");
  if (order.payment_status !== "paid") throw new AppError("order_unpaid");
  const { queued } = await enqueueOrderConfirmation(order.id);
  return { success: true, duplicate: !queued };
}
