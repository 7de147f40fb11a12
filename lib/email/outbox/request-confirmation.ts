import "server-only";
import { AppError } from "@/lib/base/errors";
import { enqueueOrderConfirmation } from "@/lib/email/outbox/mutations";
import { getOrderByBatch } from "@/lib/orders/data";
import { ownsOrder, type Viewer } from "@/lib/orders/order";

/**
 * Queues the confirmation of the viewer's own paid order, once. `duplicate`: it was queued or sent before, as by the payment.
 * Throws 404 for unknown and foreign orders, 409 for unpaid ones.
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
