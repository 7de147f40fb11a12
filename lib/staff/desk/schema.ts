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
  /** Another box of the batch is still to come: the counts are added up with the last one. */
  is_more_to_come: z.optional(z.boolean()),
  inbound_tracking: z.optional(text(100)),
});
/** What was found in an opened package. */
export type CheckIn = z.infer<typeof checkInSchema>;

const note = z
  .string()
  .check(z.trim(), z.minLength(1, staffMessages.asked), z.maxLength(2000, staffMessages.tooLong(2000)));

/** Reads the body about a package that is set aside: it is put there, its customer was asked, or it is taken off. */
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
/** What is done about a package that is set aside. */
export type SetAsideChange = z.infer<typeof setAsideChangeSchema>;

/** Reads the body by which a batch goes on although its customer asked to cancel it; `words` are for the customer. */
export const declineCancellationSchema = z.object({ version, words: z.optional(text(1000)) });
/** How a request to cancel is declined. */
export type DeclinedCancellation = z.infer<typeof declineCancellationSchema>;

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

/** Reads what the address of a package names. */
export const packageParamsSchema = z.object({ id: uuidSchema });

/** Reads the body that corrects a package without a batch: all of it as it is to be, and the version that was seen. */
export const packageChangeBodySchema = z.extend(packageSchema, { version });

/** Reads the body that deletes a package without a batch. */
export const deletePackageSchema = z.object({ version });

/** Reads the body that ties a package to a batch. */
export const matchPackageSchema = z.object({ package_id: uuidSchema, order_id: uuidSchema });
