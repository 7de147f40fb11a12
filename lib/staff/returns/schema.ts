import * as z from "zod/mini";
import { CARRIERS, readTrackingNumber, trackingProblemText } from "@/lib/orders/shipping/tracking-number";
import { version } from "@/lib/staff/schema";

/** Reads a parcel's number as it was scanned or typed; refuses what is none. */
const trackingNumber = z.string().check(
  z.superRefine((typed, context) => {
    const read = readTrackingNumber(typed);
    if ("problem" in read) context.addIssue({ code: "custom", message: trackingProblemText(read.problem) });
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

const needed = "Enter why the cards can be packed.";

/** Reads the body of POST /api/admin/orders/[id]/problem. */
export const solveProblemSchema = z.object({ version });

/** Reads the body of POST /api/admin/orders/[id]/return-address: why the change of the address is right. */
export const releaseAddressSchema = z.object({
  version,
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});
