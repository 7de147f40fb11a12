import "server-only";
import { log } from "@/lib/base/log";
import { storePhotoFiles } from "@/lib/orders/photos/mutations";
import { preparePhoto } from "@/lib/orders/photos/prepare-photo";
import type { StaffPhoto } from "@/lib/orders/photos/schema";
import { beginPhoto, changePhoto } from "@/lib/staff/photos/mutations";
import type { PhotoUpload } from "@/lib/staff/photos/schema";

/**
 * Re-encodes and stores a photo, and returns it. Throws 409 without a free slot, 404 for an unknown order or package, and
 * 503 without storage. Then its slot is free again, and the job deletes leftover files.
 */
export async function processPhoto(actor: string, upload: PhotoUpload, bytes: Buffer): Promise<StaffPhoto> {
  const prepared = await preparePhoto(bytes);
  const begun = await beginPhoto(actor, upload);
  try {
    await storePhotoFiles(begun.path, prepared);
    return (await changePhoto(actor, begun.id, "finish")).photo;
  } catch (error) {
    await changePhoto(actor, begun.id, "drop").catch((failure: unknown) =>
      log.error("photo.not_dropped", failure),
    );
    throw error;
  }
}
