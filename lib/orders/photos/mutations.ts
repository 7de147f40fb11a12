import "server-only";
import * as z from "zod/mini";
import { BUCKET, photoObjectPath, photoObjectPaths } from "@/lib/orders/photo";
import type { PreparedPhoto } from "@/lib/orders/photos/prepare-photo";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";
import { putFile, removeFiles } from "@/lib/supabase/storage";

/** Stores the files of a photo. Idempotent. Throws 503 when storage is down. */
export async function storePhotoFiles(path: string, { full, small }: PreparedPhoto): Promise<void> {
  await Promise.all([
    putFile(serviceClient(), BUCKET, photoObjectPath(path, "full"), full, "image/jpeg"),
    putFile(serviceClient(), BUCKET, photoObjectPath(path, "small"), small, "image/jpeg"),
  ]);
}

/** Deletes the files of a photo. Throws 503 when storage is down. */
export async function removePhotoFiles(path: string): Promise<void> {
  await removeFiles(serviceClient(), BUCKET, photoObjectPaths(path));
}

export async function removeStrayFiles(names: string[]): Promise<void> {
  await removeFiles(serviceClient(), BUCKET, names);
}

/** Deletes a photo whose files are gone. One whose files couldn't be deleted is due again in 1, 2, 4 … at most 60 minutes. */
export async function finishPhotoDeletion(photoId: string, isDeleted: boolean): Promise<void> {
  await run(serviceClient(), "finish_photo_deletion", { p_photo_id: photoId, p_is_deleted: isDeleted });
}

/** Claims, once each, photos whose files couldn't be deleted for six hours. `withMail` queues one email a day about them. */
export async function claimStuckPhotos(withMail: boolean) {
  const schema = z.array(z.object({ id: z.string(), path: z.string() }));
  return call(serviceClient(), "claim_stuck_photos", { p_with_mail: withMail }, schema);
}
