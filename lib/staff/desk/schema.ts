import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PACKAGE_CONDITIONS } from "@/lib/orders/status";
import { CARRIERS } from "@/lib/orders/tracking-number";
import { staffMessages, textSchema, versionSchema } from "@/lib/staff/schema";

export const checkInSchema = z.object({
  version: versionSchema,
  count: z
    .number(staffMessages.count)
    .check(z.int(staffMessages.count), z.gte(0, staffMessages.count), z.lte(9999)),
  condition: z.enum(PACKAGE_CONDITIONS),
  shelf: z.optional(textSchema(100)),
  is_recount: z.optional(z.boolean()),
  /** More boxes are coming. Their counts are added up at the last one. */
  is_more_to_come: z.optional(z.boolean()),
  inbound_tracking: z.optional(textSchema(100)),
});
export type CheckIn = z.infer<typeof checkInSchema>;

const note = z
  .string()
  .check(z.trim(), z.minLength(1, staffMessages.asked), z.maxLength(2000, staffMessages.tooLong(2000)));

export const setAsideChangeSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("set_aside"),
    note: z.optional(textSchema(2000)),
    shelf: z.optional(textSchema(100)),
    inbound_tracking: z.optional(textSchema(100)),
  }),
  z.object({ action: z.literal("asked"), note }),
  z.object({ action: z.literal("end"), note: z.optional(textSchema(2000)) }),
]);
export type SetAsideChange = z.infer<typeof setAsideChangeSchema>;

/** Reads the body that declines a cancellation request. `words` is sent to the customer. */
export const declineCancellationSchema = z.object({
  version: versionSchema,
  words: z.optional(textSchema(1000)),
});
export type DeclinedCancellation = z.infer<typeof declineCancellationSchema>;

export const packageSchema = z.object({
  carrier: z.optional(z.enum(CARRIERS)),
  tracking_number: z.optional(textSchema(100)),
  sender: z.optional(textSchema(200)),
  notes: z.optional(textSchema(2000)),
  shelf: z.optional(textSchema(100)),
});
export type UnmatchedPackage = z.infer<typeof packageSchema>;

export const packageParamsSchema = z.object({ id: uuidSchema });

export const packageChangeBodySchema = z.extend(packageSchema, { version: versionSchema });

export const deletePackageSchema = z.object({ version: versionSchema });

export const matchPackageSchema = z.object({ package_id: uuidSchema, order_id: uuidSchema });
