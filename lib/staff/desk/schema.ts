import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PACKAGE_CONDITIONS } from "@/lib/orders/status";
import { CARRIERS } from "@/lib/staff/labels";
import { staffMessages, text, version } from "@/lib/staff/schema";

/** Body of a check-in at the receiving desk. */
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
export type CheckIn = z.infer<typeof checkInSchema>;

/** Body for a package without a known batch. */
export const packageSchema = z.object({
  carrier: z.optional(z.enum(CARRIERS)),
  tracking_number: z.optional(text(100)),
  sender: z.optional(text(200)),
  notes: z.optional(text(2000)),
  shelf: z.optional(text(100)),
});
export type UnmatchedPackage = z.infer<typeof packageSchema>;

export const matchPackageSchema = z.object({ package_id: uuidSchema, order_id: uuidSchema });
