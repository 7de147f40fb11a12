import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { PACKAGE_CONDITIONS } from "@/lib/orders/status";
import { CARRIERS } from "@/lib/orders/tracking-number";
import { staffMessages, text, version } from "@/lib/staff/schema";

/** Reads the body of a check-in. */
export const checkInSchema = z.object({
  version,
  count: z
    .number(staffMessages.count)
    .check(z.int(staffMessages.count), z.gte(0, staffMessages.count), z.lte(9999)),
  condition: z.enum(PACKAGE_CONDITIONS),
  shelf: z.optional(text(100)),
  is_recount: z.optional(z.boolean()),
  /** More boxes are expected. Their counts are added up with the last one. */
  is_more_to_come: z.optional(z.boolean()),
  inbound_tracking: z.optional(text(100)),
});
/** A check-in. */
export type CheckIn = z.infer<typeof checkInSchema>;

const note = z
  .string()
  .check(z.trim(), z.minLength(1, staffMessages.asked), z.maxLength(2000, staffMessages.tooLong(2000)));

/** Reads the body that sets a package aside, adds a note about the customer, or ends it. */
export const setAsideChangeSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("set_aside"),
    note: z.optional(text(2000)),
    shelf: z.optional(text(100)),
    inbound_tracking: z.optional(text(100)),
  }),
  z.object({ action: z.literal("asked"), note }),
  z.object({ action: z.literal("end"), note: z.optional(text(2000)) }),
]);
/** A change to a set-aside package. */
export type SetAsideChange = z.infer<typeof setAsideChangeSchema>;

/** Reads the body that declines a cancellation request. The customer gets `words`. */
export const declineCancellationSchema = z.object({ version, words: z.optional(text(1000)) });
/** A declined cancellation request. */
export type DeclinedCancellation = z.infer<typeof declineCancellationSchema>;

/** Reads the body that adds a package without a known batch. */
export const packageSchema = z.object({
  carrier: z.optional(z.enum(CARRIERS)),
  tracking_number: z.optional(text(100)),
  sender: z.optional(text(200)),
  notes: z.optional(text(2000)),
  shelf: z.optional(text(100)),
});
/** A package without a known batch. */
export type UnmatchedPackage = z.infer<typeof packageSchema>;

/** Reads the path parameters of a package. */
export const packageParamsSchema = z.object({ id: uuidSchema });

/** Reads the body that replaces the fields of a package without a batch. */
export const packageChangeBodySchema = z.extend(packageSchema, { version });

/** Reads the body that deletes a package without a batch. */
export const deletePackageSchema = z.object({ version });

/** Reads the body that matches a package to a batch. */
export const matchPackageSchema = z.object({ package_id: uuidSchema, order_id: uuidSchema });
