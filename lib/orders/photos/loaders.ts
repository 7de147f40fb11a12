import "server-only";
import type { Person } from "@/lib/auth/session/loaders";
import { paths } from "@/lib/base/paths";
import {
  type CustodyReceipt,
  getCustodyReceipt,
  getMyPhotos,
  getOrderPhotos,
  getTrackedPhotos,
  type TrackedPhotos,
} from "@/lib/orders/photos/data";
import type { Photo } from "@/lib/orders/photos/schema";
import { loadOrderToPrint } from "@/lib/orders/print/loaders";
import type { PrintQuery } from "@/lib/orders/print/schema";
import { orderIdSchema } from "@/lib/orders/schema";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

type Arrived = { id: string; arrived_at: string | null };

/** Reads the photographs of a person's own order; asks nobody as long as its package is not here. */
export async function loadMyPhotos(person: Person, { id, arrived_at: at }: Arrived): Promise<Photo[]> {
  return at === null ? [] : getMyPhotos(person.accessToken, id);
}

/** Reads the photographs of an order that its owner looks at; asks nobody as long as its package is not here. */
export async function loadOrderPhotos({ id, arrived_at: at }: Arrived): Promise<Photo[]> {
  return at === null ? [] : getOrderPhotos(id);
}

/** Reads the photographs behind a tracking link; null when the link opens nothing. */
export async function loadTrackedPhotos(token: string): Promise<TrackedPhotos | null> {
  return getTrackedPhotos(trackingTokenHash(token));
}

/**
 * Reads the custody receipt of an order for whoever may print its label, and for the holder of its tracking link: it names
 * nobody but who received it. Null for everybody else, and before the cards are counted; a visitor who has shown nothing
 * is sent to /login.
 */
export async function loadReceipt(
  orderId: string,
  { link, track }: PrintQuery,
): Promise<CustodyReceipt | null> {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const isShown = track
    ? (await loadTrackedPhotos(track))?.order_id === orderId
    : (await loadOrderToPrint(paths.receipt(orderId), orderId, link)) !== null;
  return isShown ? getCustodyReceipt(orderId) : null;
}
