import "server-only";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { dropPhoto, storePhotoFiles } from "@/lib/orders/photos/mutations";
import { preparePhoto } from "@/lib/orders/photos/prepare-photo";
import type { StaffPhoto } from "@/lib/orders/photos/schema";
import { beginPhoto, finishPhoto } from "@/lib/staff/photos/mutations";
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
  if (begun.outcome === "full") throw new AppError("photos_full");
  if (begun.outcome !== "begun") throw new AppError(upload.order ? "order_not_found" : "package_not_found");
  try {
    await storePhotoFiles(begun.path, prepared);
    const finished = await finishPhoto(actor, begun.id, prepared.full.length);
    if (finished.outcome === "kept") return finished.photo;
  } catch (error) {
    await dropPhoto(begun.id).catch((failure: unknown) => log.error("photo.not_dropped", failure));
    throw error;
  }
  throw new AppError("photo_not_found");
}
