import "server-only";
import * as z from "zod/mini";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import type { PhotoUpload } from "@/lib/staff/photos/schema";

/** Reads what staff_begin_photo answers. full: the package has as many as it may. */
export const begunPhotoSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("begun"), id: z.string(), path: z.string() }),
  z.object({ outcome: z.literal("full") }),
  z.object({ outcome: z.literal("not_found") }),
]);

/** Makes room for a photograph whose files are about to be stored. */
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

/** Reads what staff_finish_photo answers. */
export const finishedPhotoSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("kept"), photo: staffPhotoSchema }),
  z.object({ outcome: z.literal("not_found") }),
]);

/** Notes that the files of a photograph are stored: from here on it is shown. `bytes`: size of the larger file. */
export async function finishPhoto(actor: string, photoId: string, bytes: number) {
  const args = { p_actor: actor, p_photo_id: photoId, p_bytes: bytes };
  return writeAsStaff("staff_finish_photo", args, finishedPhotoSchema);
}

/** Reads what staff_show_photo answers. */
export const shownPhotoSchema = z.object({ outcome: z.enum(["changed", "unchanged", "not_found"]) });

/** Sets whether the customer sees a photograph. */
export async function showPhoto(actor: string, photoId: string, isPublic: boolean) {
  const args = { p_actor: actor, p_photo_id: photoId, p_is_public: isPublic };
  return (await writeAsStaff("staff_show_photo", args, shownPhotoSchema)).outcome;
}

/** Reads what staff_remove_photo answers. */
export const removedPhotoSchema = z.object({
  outcome: z.enum(["removed", "already_removed", "not_found"]),
});

/** Removes a photograph: nobody sees it any more. */
export async function removePhoto(actor: string, photoId: string) {
  const args = { p_actor: actor, p_photo_id: photoId };
  return (await writeAsStaff("staff_remove_photo", args, removedPhotoSchema)).outcome;
}
