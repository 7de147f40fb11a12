import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PHOTO_KINDS } from "@/lib/orders/photo";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";

/** Reads whose photographs are asked for: those of an order, or of a package without one. */
export const photoSubjectSchema = z.union([
  z.object({ order: uuidSchema, package: z.optional(z.undefined()) }),
  z.object({ package: uuidSchema, order: z.optional(z.undefined()) }),
]);
/** An order, or a package without one. */
export type PhotoSubject = z.infer<typeof photoSubjectSchema>;

/** Reads what the address of an upload says of the photograph in its body. */
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
/** A photograph that is about to be kept. */
export type PhotoUpload = z.infer<typeof photoUploadSchema>;

/** Reads the body that changes whether the customer sees a photograph. */
export const showPhotoSchema = z.object({ public: z.boolean() });

/** Reads the photographs of an order, or of a package without one, as staff get them. */
export const photoListSchema = z.object({
  /** How many may still be taken. */
  room: z.number(),
  /** Oldest first. */
  photos: z.array(staffPhotoSchema),
});
/** The photographs of an order or a package, and how many may be added. */
export type PhotoList = z.infer<typeof photoListSchema>;

/** Says how many photographs may still be added. */
export function roomWords(room: number): string {
  if (room < 1) return "Limit reached. Remove a photo to add another.";
  return `${room} left`;
}
