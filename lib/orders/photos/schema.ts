import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PHOTO_SIZES } from "@/lib/orders/photo";
import { photoSchema } from "@/lib/orders/schema";

/** Reads a photograph as staff get it. */
export const staffPhotoSchema = z.extend(photoSchema, {
  /** Whether the customer sees it. */
  public: z.boolean(),
  /** Address of who took it; null: the account is gone. */
  taken_by: z.nullable(z.string()),
});
/** A photograph with who took it, for staff. */
export type StaffPhoto = z.infer<typeof staffPhotoSchema>;

/** Reads the id of a photograph in an address. */
export const photoParamsSchema = z.object({ id: uuidSchema });

const proof = z.catch(z.optional(z.string().check(z.regex(/^[\w.:-]{1,140}$/))), undefined);

/** Reads the query of a picture; what is malformed counts as absent: the large one, no proof. */
export const photoQuerySchema = z.object({
  size: z.catch(z.enum(PHOTO_SIZES), "full"),
  /** The order that a mail's link is of, and the link's signature. */
  order: z.catch(z.optional(uuidSchema), undefined),
  link: proof,
  /** The token of its tracking link. */
  track: proof,
});
/** What the address of a picture asks for. */
export type PhotoQuery = z.infer<typeof photoQuerySchema>;
