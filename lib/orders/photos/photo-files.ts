import { PHOTO_SIZES, type PhotoSize } from "@/lib/orders/photo";

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
