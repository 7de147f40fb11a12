import "server-only";
import { log } from "@/lib/base/log";
import { storePhotoFiles } from "@/lib/orders/photos/mutations";
import { preparePhoto } from "@/lib/orders/photos/prepare-photo";
import type { StaffPhoto } from "@/lib/orders/photos/schema";
import { beginPhoto, changePhoto } from "@/lib/staff/photos/mutations";
import type { PhotoUpload } from "@/lib/staff/photos/schema";

/**
 * Keeps a photograph that a member of staff has sent, and answers it: written anew (as preparePhoto does, with what it
 * throws), then its row, its files, and the word that it may be shown. Throws 409 when the package has six already, 404
 * for an order or package that does not exist, and 503 when the storage does not answer: nothing of it is shown then, its
 * place is free again, and the job deletes what there is.
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
