import { apiPaths } from "@/lib/base/api-paths";
import { withQuery } from "@/lib/base/paths";

/** Names what a photograph shows, as it is stored. */
export const PHOTO_KINDS = ["package", "opened", "count", "card"] as const;
/** What a photograph shows. */
export type PhotoKind = (typeof PHOTO_KINDS)[number];

const KINDS: Record<PhotoKind, string> = {
  package: "Sealed box",
  opened: "Opened box",
  count: "Cards counted",
  card: "A card",
};

/** Returns what a photo shows, for staff and customers. */
export function photoKind(kind: string | null): string {
  return KINDS[kind as PhotoKind] ?? "Photo";
}

/** A photograph is kept in two sizes: 2,048 pixels at most for a look, 320 for a list. */
export const PHOTO_SIZES = ["full", "small"] as const;
/** One of the two sizes. */
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** The largest file that may be sent, in bytes. */
export const MAX_PHOTO_BYTES = 20_000_000;

/** Proof of the right to see a photo without a session: an email link's signature, or a tracking token. */
export type PhotoProof = { order?: string; link?: string | undefined; track?: string | undefined };

/** Returns the address of a picture. */
export function photoPath(id: string, size: PhotoSize, { order, link, track }: PhotoProof = {}): string {
  const proof = link ? { order, link } : { track };
  return withQuery(apiPaths.photo(id), { size, ...proof });
}

/** Returns the alternative text: "Sealed box, photo 1 of 3". */
export function photoAlt(photo: { kind: PhotoKind }, index: number, count: number): string {
  return `${photoKind(photo.kind)}, photo ${index + 1} of ${count}`;
}

/** The private bucket of the storage service; the migration order_photos makes it. */
export const BUCKET = "order-photos";

/** Names the file of one size of a photograph. */
export function fileName(path: string, size: PhotoSize): string {
  return `${path}/${size}.jpg`;
}

/** Names all files of a photograph. */
export function fileNames(path: string): string[] {
  return PHOTO_SIZES.map((size) => fileName(path, size));
}
