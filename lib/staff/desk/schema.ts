import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { CARRIERS } from "@/lib/orders/shipping/tracking-number";
import { PACKAGE_CONDITIONS } from "@/lib/orders/status";
import { staffMessages, text, version } from "@/lib/staff/schema";

/** Reads the body of a check-in at the receiving desk: 0 to 9,999 cards, and the version of the order that was seen. */
export const checkInSchema = z.object({
  version,
  count: z
    .number(staffMessages.count)
    .check(z.int(staffMessages.count), z.gte(0, staffMessages.count), z.lte(9999)),
  condition: z.enum(PACKAGE_CONDITIONS),
  shelf: z.optional(text(100)),
  /** Count a batch again that was received before. */
  is_recount: z.optional(z.boolean()),
});
/** What was found in an opened package. */
export type CheckIn = z.infer<typeof checkInSchema>;

/** Reads the body for a package without a known batch: all of it may be unknown. */
export const packageSchema = z.object({
  carrier: z.optional(z.enum(CARRIERS)),
  tracking_number: z.optional(text(100)),
  sender: z.optional(text(200)),
  notes: z.optional(text(2000)),
  shelf: z.optional(text(100)),
});
/** What the outside of a package tells. */
export type UnmatchedPackage = z.infer<typeof packageSchema>;

/** Reads the body that ties a package to a batch. */
export const matchPackageSchema = z.object({ package_id: uuidSchema, order_id: uuidSchema });
