import "server-only";
import { AppError } from "@/lib/base/errors";
import { enqueueOrderConfirmation } from "@/lib/email/outbox/mutations";
import { getOrderByBatch } from "@/lib/orders/data";
import { ownsOrder, type Viewer } from "@/lib/orders/viewer";

/**
 * Sees to it that the confirmation of the viewer's own paid order is sent, once. `duplicate` is true when it is
 * queued or sent already, as it is by the payment itself. Throws 404 for an unknown order and for somebody else's
 * alike, and 409 for an unpaid one.
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
