import "server-only";
import { paths } from "@/lib/base/paths";
import { getTrackedOrder } from "@/lib/orders/data";
import { type CustodyReceipt, getCustodyReceipt } from "@/lib/orders/photos/data";
import { loadVisibleOrder } from "@/lib/orders/print/loaders";
import type { PrintQuery } from "@/lib/orders/print/schema";
import { orderIdSchema } from "@/lib/orders/schema";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/**
 * Reads the custody receipt of an order for whoever might print its label, and for the holder of its tracking link: it names
 * nobody but who received it. `readAt` in milliseconds since 1970. Null for everybody else, before the cards are counted, and
 * without a payment, though it stays when the money goes back; a visitor who has shown nothing is sent to /login.
 */
export async function loadReceipt(
  orderId: string,
  { link, track }: PrintQuery,
): Promise<(CustodyReceipt & { readAt: number }) | null> {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const isShown = track
    ? (await getTrackedOrder(trackingTokenHash(track)))?.id === orderId
    : (await loadVisibleOrder(paths.receipt(orderId), orderId, link)) !== null;
  const receipt = isShown ? await getCustodyReceipt(orderId) : null;
  return receipt && { ...receipt, readAt: Date.now() };
}
