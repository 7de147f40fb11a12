import "server-only";
import * as z from "zod/mini";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { BUCKET, PHOTO_SIZES, type PhotoSize, photoObjectPath } from "@/lib/orders/photo";
import type { PreparedPhoto } from "@/lib/orders/photos/prepare-photo";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Stores the files of a photo. Idempotent. Throws 503 when storage is down. */
export async function storePhotoFiles(path: string, photo: PreparedPhoto): Promise<void> {
  const store = async (size: PhotoSize) => {
    const options = { contentType: "image/jpeg", upsert: true };
    const { error } = await bucket().upload(photoObjectPath(path, size), photo[size], options);
    if (error) throw new ServiceUnavailableError("storage", error);
  };
  await Promise.all(PHOTO_SIZES.map(store));
}

/** Deletes files by name. Throws 503 when storage is down. */
export async function removePhotoFiles(names: string[]): Promise<void> {
  const { error } = await bucket().remove(names);
  if (error) throw new ServiceUnavailableError("storage", error);
}

const bucket = () => serviceClient().storage.from(BUCKET);

/**
 * Deletes a photo whose files are gone. If they couldn't be deleted, the photo is due again in 1, 2, 4 … at most 60
 * minutes.
 */
export async function finishPhotoDeletion(photoId: string, isDeleted: boolean): Promise<void> {
  await run(serviceClient(), "finish_photo_deletion", { photo_id: photoId, is_deleted: isDeleted });
}

/**
 * Claims photos whose deletion failed 12 times (about six hours), each photo once. `withMail` queues at most one
 * email a day about them.
 */
export async function claimStuckPhotos(withMail: boolean) {
  const schema = z.array(z.object({ id: z.string(), path: z.string() }));
  return call(serviceClient(), "claim_stuck_photos", { with_mail: withMail }, schema);
}
