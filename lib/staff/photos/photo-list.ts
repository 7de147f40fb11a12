import * as z from "zod/mini";
import { staffPhotoSchema } from "@/lib/orders/photos/schema";

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
  if (room < 1) return "There is no room for more. Remove one to add another.";
  return room === 1 ? "Room for one more." : `Room for ${room} more.`;
}
