import "server-only";
import type { Person } from "@/lib/auth/session/loaders";
import { getMyOrder, getTrackedOrder, type MyOrder, type TrackedOrder } from "@/lib/orders/data";
import { type ShownTrackingLink, shown, trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/** A batch of the person's own, as its drawer shows it. */
export type OwnBatch = Pick<MyOrder, "order" | "events" | "adjustments" | "homeward"> & {
  /** Null for an order that was never paid. */
  trackingLink: ShownTrackingLink | null;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
};

/**
 * Reads a batch of the person's own by the id they see (BATCH-… or ORDER-…); null for an id that is not theirs.
 * Throws when the database cannot be asked.
 */
export async function loadOwnBatch(person: Person, batchId: string): Promise<OwnBatch | null> {
  const found = await getMyOrder(person.accessToken, batchId);
  if (!found) return null;
  const { order, events, adjustments, homeward, tracking_link: link } = found;
  const trackingLink = order.paid_at ? shown(link) : null;
  return { order, events, adjustments, homeward, trackingLink, readAt: Date.now() };
}

/**
 * Reads the batch behind a tracking link, for whoever holds it; null when the link is unknown, ended or too old.
 * `readAt` is in milliseconds since 1970.
 */
export async function loadTrackedBatch(token: string): Promise<(TrackedOrder & { readAt: number }) | null> {
  const order = await getTrackedOrder(trackingTokenHash(token));
  return order && { ...order, readAt: Date.now() };
}
