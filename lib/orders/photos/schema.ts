import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PHOTO_SIZES } from "@/lib/orders/photo";
import { photoSchema } from "@/lib/orders/schema";

export const staffPhotoSchema = z.extend(photoSchema, {
  /** Whether the customer sees it. */
  public: z.boolean(),
  /** Email address. Null if the account was deleted. */
  taken_by: z.nullable(z.string()),
});
export type StaffPhoto = z.infer<typeof staffPhotoSchema>;

export const photoParamsSchema = z.object({ id: uuidSchema });

const proof = z.catch(z.optional(z.string().check(z.regex(/^[\w.:-]{1,140}$/))), undefined);

/** Malformed parts fall back to the large size and no proof of access. */
export const photoQuerySchema = z.object({
  size: z.catch(z.enum(PHOTO_SIZES), "full"),
  /** The order and signature of an email's link. */
  order: z.catch(z.optional(uuidSchema), undefined),
  link: proof,
  /** A tracking token. */
  track: proof,
});
export type PhotoQuery = z.infer<typeof photoQuerySchema>;
