import "server-only";
import * as z from "zod/mini";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import type { PhotoUpload } from "@/lib/staff/photos/schema";

export const begunPhotoSchema = z.object({ outcome: z.literal("begun"), id: z.string(), path: z.string() });

/** Reserves a slot for a photo before its files are stored. private.photo_slots_left decides how many there are. */
export async function beginPhoto(actor: string, upload: PhotoUpload) {
  const args = {
    p_actor: actor,
    p_kind: upload.kind,
    p_is_public: upload.public,
    p_order_id: upload.order ?? null,
    p_package_id: upload.package ?? null,
  };
  return writeAsStaff("staff_begin_photo", args, begunPhotoSchema);
}

export const changedPhotoSchema = z.object({
  outcome: z.enum(["changed", "unchanged", "already_removed"]),
  photo: staffPhotoSchema,
});

/** Changes a photo. finish: its files are stored. drop: storing them failed. show, hide: for the customer. remove: for everyone. */
export async function changePhoto(
  actor: string,
  photoId: string,
  change: "finish" | "drop" | "show" | "hide" | "remove",
) {
  const args = { p_actor: actor, p_photo_id: photoId, p_change: change };
  return writeAsStaff("staff_change_photo", args, changedPhotoSchema);
}
