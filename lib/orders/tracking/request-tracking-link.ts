import "server-only";
import { enqueueTrackingLink } from "@/lib/orders/tracking/mutations";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";

/**
 * Owes a mail with the tracking link to whoever has paid for a batch, if this batch id (as readTypedBatchId reads it) and
 * this address belong together; an order without a link gets its first one. Answers whether there is a mail to deliver,
 * which nobody who asks may learn. Throws when the database cannot be asked.
 */
export async function requestTrackingLink(asked: { batch: string; email: string }): Promise<boolean> {
  let answer = await enqueueTrackingLink(asked);
  if (answer.outcome === "link_needed") {
    const orderId = answer.order_id;
    answer = await enqueueTrackingLink(asked, { orderId, tokenHash: trackingHashOf(orderId, 1) });
  }
  return answer.outcome === "queued";
}
