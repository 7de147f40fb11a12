import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PHOTO_KINDS } from "@/lib/orders/photo";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";

/** Reads an order, or a package without one. */
export const photoSubjectSchema = z.union([
  z.object({ order: uuidSchema, package: z.optional(z.undefined()) }),
  z.object({ package: uuidSchema, order: z.optional(z.undefined()) }),
]);
/** An order, or a package without one. */
export type PhotoSubject = z.infer<typeof photoSubjectSchema>;

/** Reads the query of an upload. The photo is the body. */
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
/** The query of an upload. */
export type PhotoUpload = z.infer<typeof photoUploadSchema>;

/** Reads the body that shows a photo to the customer, or hides it. */
export const showPhotoSchema = z.object({ public: z.boolean() });

/** Reads the photos of an order or a package. */
export const photoListSchema = z.object({
  /** How many more can be added. private.photo_slots_left (order_photos.sql) decides it. */
  slots_left: z.number(),
  /** Oldest first. */
  photos: z.array(staffPhotoSchema),
});
/** The photos of an order or a package. */
export type PhotoList = z.infer<typeof photoListSchema>;

/** Returns how many photos can be added as text. */
export function photosLeftText(slotsLeft: number): string {
  if (slotsLeft < 1) return "Limit reached. Remove a photo to add another.";
  return `${slotsLeft} left`;
}
