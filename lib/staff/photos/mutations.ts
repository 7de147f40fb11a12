import "server-only";
import * as z from "zod/mini";
import { AppError } from "@/lib/base/errors";
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

/** Reads what staff_change_photo returns. */
export const changedPhotoSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["changed", "unchanged", "already_removed"]), photo: staffPhotoSchema }),
  z.object({ outcome: z.literal("not_found") }),
]);

/**
 * Changes a photo. finish: its files are stored, so it is shown from now on. drop: they couldn't be stored, so its place is
 * free again. show, hide: from the customer. remove: from everyone.
 */
export async function changePhoto(
  actor: string,
  photoId: string,
  change: "finish" | "drop" | "show" | "hide" | "remove",
) {
  const args = { p_actor: actor, p_photo_id: photoId, p_change: change };
  const result = await writeAsStaff("staff_change_photo", args, changedPhotoSchema);
  if (result.outcome === "not_found") throw new AppError("photo_not_found");
  return result;
}
