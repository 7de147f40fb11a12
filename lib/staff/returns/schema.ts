import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { ADDRESS_CHOICES } from "@/lib/orders/address-question";
import { CARRIERS, readTrackingNumber, trackingProblemWords } from "@/lib/orders/shipping/tracking-number";
import { version } from "@/lib/staff/schema";

/** Reads a parcel's number as it was scanned or typed; refuses what is none. */
const trackingNumber = z.string().check(
  z.superRefine((typed, context) => {
    const read = readTrackingNumber(typed);
    if ("problem" in read) context.addIssue({ code: "custom", message: trackingProblemWords(read.problem) });
  }),
);

/** Reads the body that sends the cards of an order back: the version that was seen, and the carrier's label. */
export const returnOrderSchema = z.object({
  version,
  tracking_number: trackingNumber,
  carrier: z.enum(CARRIERS),
  /** The number stands on another order of the same owner, and both are in this box. */
  is_same_box: z.optional(z.boolean()),
  /** The customer gets no mail about it. */
  is_quiet: z.optional(z.boolean()),
});
/** A parcel that leaves. */
export type ReturnOrder = z.infer<typeof returnOrderSchema>;

const needed = "Please say how you know.";

/** Reads the body of POST /api/admin/orders/[id]/return-address: which address counts, and how staff know it. */
export const settleAddressSchema = z.object({
  version,
  question: uuidSchema,
  choice: z.enum(ADDRESS_CHOICES),
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});
/** What staff settle for the owner. */
export type SettledAddress = z.infer<typeof settleAddressSchema>;
