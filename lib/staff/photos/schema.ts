import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PHOTO_KINDS } from "@/lib/orders/photo";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";

export const photoSubjectSchema = z.union([
  z.object({ order: uuidSchema, package: z.optional(z.undefined()) }),
  z.object({ package: uuidSchema, order: z.optional(z.undefined()) }),
]);
export type PhotoSubject = z.infer<typeof photoSubjectSchema>;

/** Reads the query of an upload. The request body is the photo. */
export const photoUploadSchema = z.intersection(
  photoSubjectSchema,
  z.object({
    kind: z.enum(PHOTO_KINDS),
    public: z.pipe(
      z.enum(["true", "false"]),
      z.transform((value) => value === "true"),
    ),
  }),
);
export type PhotoUpload = z.infer<typeof photoUploadSchema>;

export const showPhotoSchema = z.object({ public: z.boolean() });

export const photoListSchema = z.object({
  /** How many more photos can be added, as decided by private.photo_slots_left (order_photos.sql). */
  slots_left: z.number(),
  /** Oldest first. */
  photos: z.array(staffPhotoSchema),
});
export type PhotoList = z.infer<typeof photoListSchema>;

export function photosLeftText(slotsLeft: number): string {
  if (slotsLeft < 1) return "Limit reached. Remove a photo to add another.";
  return `${slotsLeft} left`;
}
