import "server-only";
import * as z from "zod/mini";
import { log } from "@/lib/base/log";
import { storePhotoFiles } from "@/lib/orders/photos/mutations";
import { preparePhoto } from "@/lib/orders/photos/prepare-photo";
import { type StaffPhoto, staffPhotoSchema } from "@/lib/orders/photos/schema";
import { readAsStaff } from "@/lib/staff/data";
import { writeAsStaff } from "@/lib/staff/mutations";
import {
  type PhotoList,
  type PhotoSubject,
  type PhotoUpload,
  photoListSchema,
} from "@/lib/staff/photos/schema";

/**
 * Re-encodes and stores a photo, then returns it. Throws 409 without a free slot, 404 for an unknown order or
 * package, and 503 if storage fails. After a storage failure the slot is free again, and the job deletes leftover
 * files.
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

export async function listPhotos(accessToken: string, subject: PhotoSubject): Promise<PhotoList> {
  const args = { order_id: subject.order, package_id: subject.package };
  return readAsStaff(accessToken, "staff_list_photos", args, photoListSchema);
}

export const begunPhotoSchema = z.object({ outcome: z.literal("begun"), id: z.string(), path: z.string() });

/** Reserves a slot for a photo before its files are stored. private.photo_slots_left limits the number of slots. */
export async function beginPhoto(actor: string, upload: PhotoUpload) {
  const { kind, public: isPublic, order, package: packageId } = upload;
  const args = { actor, kind, is_public: isPublic, order_id: order, package_id: packageId };
  return writeAsStaff("staff_begin_photo", args, begunPhotoSchema);
}

export const changedPhotoSchema = z.object({
  outcome: z.enum(["changed", "unchanged", "already_removed"]),
  photo: staffPhotoSchema,
});

/**
 * Changes a photo. finish: its files are stored. drop: storing them failed. show, hide: for the customer. remove:
 * deletes it for everyone.
 */
export async function changePhoto(
  actor: string,
  photoId: string,
  change: "finish" | "drop" | "show" | "hide" | "remove",
) {
  const args = { actor, photo_id: photoId, change };
  return writeAsStaff("staff_change_photo", args, changedPhotoSchema);
}
