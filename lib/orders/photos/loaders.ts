import "server-only";
import { paths } from "@/lib/base/paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { getTrackedOrder } from "@/lib/orders/data";
import { type CustodyReceipt, getCustodyReceipt } from "@/lib/orders/photos/data";
import { loadVisibleOrder } from "@/lib/orders/print/loaders";
import type { PrintQuery } from "@/lib/orders/print/schema";
import { orderIdSchema } from "@/lib/orders/schema";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/**
 * Returns the custody receipt of an order for those who may print its label and for the holder of its tracking link, with
 * `readAt` in epoch milliseconds. Before the cards are counted it returns the path of the batch's page. Null for everyone
 * else; a visitor without a session is sent to /login.
 */
export async function loadReceipt(
  orderId: string,
  { link, track }: PrintQuery,
): Promise<(CustodyReceipt & { readAt: number }) | { back: string } | null> {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const back = track ? await backByLink(orderId, track) : await backOfOrder(orderId, link);
  if (!back) return null;
  const receipt = await getCustodyReceipt(orderId);
  return receipt ? { ...receipt, readAt: Date.now() } : { back };
}

async function backByLink(orderId: string, track: string): Promise<string | null> {
  const tracked = await getTrackedOrder(trackingTokenHash(track));
  return tracked?.id === orderId ? paths.track(track) : null;
}

async function backOfOrder(orderId: string, link: string | undefined): Promise<string | null> {
  const order = await loadVisibleOrder(paths.receipt(orderId), orderId, link);
  if (!order) return null;
  return order.user_id ? paths.batch(displayBatchId(order)) : paths.findBatch;
}
