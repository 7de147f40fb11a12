import "server-only";
import { getTrackedOrder, type MyOrder, type TrackedOrder } from "@/lib/orders/data";
import { type ShownTrackingLink, shown, trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/** A batch of the person's own, as its drawer shows it. */
export type OwnBatch = Omit<MyOrder, "tracking_link"> & {
  /** Null for an order that was never paid. */
  trackingLink: ShownTrackingLink | null;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
};

/** Answers a batch of a dashboard, just read, as its drawer shows it. */
export function ownBatch({ tracking_link: link, ...batch }: MyOrder): OwnBatch {
  return { ...batch, trackingLink: batch.order.paid_at ? shown(link) : null, readAt: Date.now() };
}

/**
 * Reads the batch behind a tracking link, for whoever holds it; null when the link is unknown, ended or too old.
 * `readAt` is in milliseconds since 1970.
 */
export async function loadTrackedBatch(token: string): Promise<(TrackedOrder & { readAt: number }) | null> {
  const order = await getTrackedOrder(trackingTokenHash(token));
  return order && { ...order, readAt: Date.now() };
}
