import * as z from "zod/mini";
import { CARRIERS, readTrackingNumber, trackingProblemText } from "@/lib/orders/tracking-number";
import { versionSchema } from "@/lib/staff/schema";

const trackingNumber = z.string().check(
  z.superRefine((typed, context) => {
    const read = readTrackingNumber(typed);
    if ("problem" in read) context.addIssue({ code: "custom", message: trackingProblemText(read.problem) });
  }),
);

export const returnOrderSchema = z.object({
  version: versionSchema,
  tracking_number: trackingNumber,
  carrier: z.enum(CARRIERS),
  /** Confirms that another order of the same customer, with the same number, is in this box. */
  is_same_box: z.optional(z.boolean()),
  /** Doesn't email the customer. */
  is_quiet: z.optional(z.boolean()),
});
export type ReturnOrder = z.infer<typeof returnOrderSchema>;

const needed = "Enter why this address is right.";

export const solveProblemSchema = z.object({ version: versionSchema });

export const releaseAddressSchema = z.object({
  version: versionSchema,
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});
