import * as z from "zod/mini";
import { readTrackingNumber, trackingProblemWords } from "@/lib/orders/shipping/tracking-number";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS } from "@/lib/orders/status";
import { somethingIn, staffMessages, text, version } from "@/lib/staff/schema";

const invoiceFilename = text(255).check(
  z.refine((name) => name === "" || /^[^/\\\p{Cc}]+\.(pdf|jpe?g|png)$/iu.test(name), staffMessages.fileType),
);

/** A parcel's number as it is stored, whatever was scanned or typed of it; an empty one clears. */
const trackingNumber = text(100).check(
  z.overwrite((typed) => {
    const read = readTrackingNumber(typed);
    return "number" in read ? read.number : typed.trim();
  }),
  z.check(({ value, issues }) => {
    const read = readTrackingNumber(value);
    if (value !== "" && "problem" in read)
      issues.push({ code: "custom", input: value, message: trackingProblemWords(read.problem) });
  }),
);

/**
 * Reads what staff may change on an order, field by field; a field that is left out stays, an empty text clears. Of the
 * payment only paid and unpaid can be set (the specification's two); the rest comes from the payment service.
 */
export const orderChanges = {
  payment_status: z.optional(z.enum(["unpaid", "paid"])),
  fulfillment_status: z.optional(z.enum(FULFILLMENT_STEPS)),
  submission_status: z.optional(z.enum(SUBMISSION_STEPS)),
  tracking_number: z.optional(trackingNumber),
  grading_submission_number: z.optional(text(100)),
  internal_notes: z.optional(text(5000)),
  /** A note to be added to those there are. */
  note: z.optional(text(5000)),
  invoice_filename: z.optional(invoiceFilename),
  shelf_location: z.optional(text(100)),
  /** Takes the mark of a payment that came unexpectedly off. */
  is_reviewed: z.optional(z.literal(true)),
};

/** Reads the body of a save of one order: the version that the form was opened with, and what changed. */
export const orderUpdateSchema = z.object({
  version,
  changes: z.strictObject(orderChanges).check(z.refine(somethingIn, staffMessages.nothingToSave)),
  /** Why it is set against what the payment service holds. */
  reason: z.optional(text(2000)),
});
/** A save of one order. */
export type OrderUpdate = z.infer<typeof orderUpdateSchema>;
/** The changed fields alone. */
export type OrderChanges = OrderUpdate["changes"];
