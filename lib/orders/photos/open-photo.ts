import "server-only";
import type { Caller } from "@/lib/auth/session/require-caller";
import { getPhotoFile, getPhotoPath, getShownPhotoPath, type ShownRight } from "@/lib/orders/photos/data";
import type { PhotoQuery } from "@/lib/orders/photos/schema";
import { isValidPrintLink } from "@/lib/orders/signed-links";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/** Returns a photo's JPEG to a caller who may see it by link, session or guest cookie. Null for anyone else. */
export async function openPhoto(
  photoId: string,
  query: PhotoQuery,
  caller: Pick<Caller, "accessToken" | "guestKey">,
): Promise<ArrayBuffer | null> {
  const path = await pathFor(photoId, query, caller);
  return path === null ? null : getPhotoFile(path, query.size);
}

async function pathFor(
  photoId: string,
  query: PhotoQuery,
  { accessToken, guestKey }: Pick<Caller, "accessToken" | "guestKey">,
): Promise<string | null> {
  const right = rightOf(query);
  return (
    (right && (await getShownPhotoPath(photoId, right))) ||
    (accessToken && (await getPhotoPath(accessToken, photoId))) ||
    (guestKey && (await getShownPhotoPath(photoId, { guest_key: guestKey }))) ||
    null
  );
}

function rightOf({ order, link, track }: PhotoQuery): ShownRight | null {
  if (track) return { token_hash: trackingTokenHash(track) };
  return order && link && isValidPrintLink(order, link) ? { order_id: order } : null;
}
