import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PHOTO_KINDS } from "@/lib/orders/photo";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";

/** Whose photos are requested: those of an order, or of a package without one. */
export const photoSubjectSchema = z.union([
  z.object({ order: uuidSchema, package: z.optional(z.undefined()) }),
  z.object({ package: uuidSchema, order: z.optional(z.undefined()) }),
]);
/** An order, or a package without one. */
export type PhotoSubject = z.infer<typeof photoSubjectSchema>;

/** The query of an upload, about the photo in its body. */
export const photoUploadSchema = z.intersection(
  photoSubjectSchema,
  z.object({
    kind: z.enum(PHOTO_KINDS),
    /** Whether the customer sees it. */
    public: z.pipe(
      z.enum(["true", "false"]),
      z.transform((word) => word === "true"),
    ),
  }),
);
/** A photo to store. */
export type PhotoUpload = z.infer<typeof photoUploadSchema>;

/** The body that shows a photo to the customer, or hides it. */
export const showPhotoSchema = z.object({ public: z.boolean() });

/** The photos of an order, or of a package without one, for staff. */
export const photoListSchema = z.object({
  /** How many can be added. */
  room: z.number(),
  /** Oldest first. */
  photos: z.array(staffPhotoSchema),
});
/** The photos of an order or a package, and how many can be added. */
export type PhotoList = z.infer<typeof photoListSchema>;

/** Returns how many photos can be added, in words. */
export function photosLeftText(room: number): string {
  if (room < 1) return "Limit reached. Remove a photo to add another.";
  return `${room} left`;
}
