import { apiPaths } from "@/lib/base/api-paths";
import { withQuery } from "@/lib/base/paths";

export const PHOTO_KINDS = ["package", "opened", "count", "card"] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

const KINDS: Record<PhotoKind, string> = {
  package: "Sealed box",
  opened: "Opened box",
  count: "Cards counted",
  card: "A card",
};

export function photoKind(kind: string | null): string {
  return KINDS[kind as PhotoKind] ?? "Photo";
}

/** Longest side: 2,048 and 320 pixels. */
export const PHOTO_SIZES = ["full", "small"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

export const MAX_PHOTO_BYTES = 20_000_000;

/** Access without a session: an email link's signature, or a tracking token. */
export type PhotoProof = { order?: string; link?: string | undefined; track?: string | undefined };

export function photoPath(id: string, size: PhotoSize, { order, link, track }: PhotoProof = {}): string {
  const proof = link ? { order, link } : { track };
  return withQuery(apiPaths.photo(id), { size, ...proof });
}

/** Returns a photo's alt text: "Sealed box, photo 1 of 3". */
export function photoAlt(photo: { kind: PhotoKind }, index: number, count: number): string {
  return `${photoKind(photo.kind)}, photo ${index + 1} of ${count}`;
}

/** Private bucket, created by the order_photos migration. */
export const BUCKET = "order-photos";

export function photoObjectPath(path: string, size: PhotoSize): string {
  return `${path}/${size}.jpg`;
}

export function photoObjectPaths(path: string): string[] {
  return PHOTO_SIZES.map((size) => photoObjectPath(path, size));
}
