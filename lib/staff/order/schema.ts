import * as z from "zod/mini";
import { businessDate } from "@/lib/base/business-date";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS } from "@/lib/orders/status";
import { readTrackingNumber, trackingProblemText } from "@/lib/orders/tracking-number";
import { WARNINGS, type WarningCode } from "@/lib/staff/order/change-warnings";
import { hasChanges, reasonSchema, staffMessages, textSchema, versionSchema } from "@/lib/staff/schema";

const invoiceFilename = textSchema(255).check(
  z.refine((name) => name === "" || /^[^/\\\p{Cc}]+\.(pdf|jpe?g|png)$/iu.test(name), staffMessages.fileType),
);

/** A scanned or typed tracking number in its stored format. Empty text clears it. */
const trackingNumber = textSchema(100).check(
  z.overwrite((typed) => {
    const read = readTrackingNumber(typed);
    return "number" in read ? read.number : typed.trim();
  }),
  z.check(({ value, issues }) => {
    const read = readTrackingNumber(value);
    if (value !== "" && "problem" in read)
      issues.push({ code: "custom", input: value, message: trackingProblemText(read.problem) });
  }),
);

const delayReason = z.string().check(
  z.trim(),
  z.refine((typed) => typed === "" || (typed.length >= 5 && typed.length <= 300), staffMessages.delayReason),
);

const delayedUntil = z
  .string()
  .check(
    z.refine(
      (typed) => typed === "" || (isDate(typed) && typed > businessDate(Date.now())),
      staffMessages.delayDate,
    ),
  );

const isDate = (typed: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(`${typed}T00:00:00Z`));

type Delay = { delay_reason?: string | undefined; delayed_until?: string | undefined };

const isWholeDelay = (changes: Delay) => Boolean(changes.delay_reason) === Boolean(changes.delayed_until);

/** Refuses empty changes and a delay without both parts. */
export const wholeChanges = <Changes extends Delay>() =>
  [
    z.refine<Changes>(hasChanges, staffMessages.nothingToSave),
    z.refine<Changes>(isWholeDelay, staffMessages.delayWhole),
  ] as const;

/**
 * Fields of an order that staff can change. Missing fields are kept, and empty text clears a field. Only Stripe sets
 * the other payment statuses.
 */
export const orderChanges = {
  payment_status: z.optional(z.enum(["unpaid", "paid"])),
  fulfillment_status: z.optional(z.enum(FULFILLMENT_STEPS)),
  submission_status: z.optional(z.enum(SUBMISSION_STEPS)),
  tracking_number: z.optional(trackingNumber),
  grading_submission_number: z.optional(textSchema(100)),
  internal_notes: z.optional(textSchema(5000)),
  note: z.optional(textSchema(5000)),
  invoice_filename: z.optional(invoiceFilename),
  shelf_location: z.optional(textSchema(100)),
  delay_reason: z.optional(delayReason),
  delayed_until: z.optional(delayedUntil),
  /** Marks an unexpected payment as reviewed. */
  is_reviewed: z.optional(z.literal(true)),
};

export const orderUpdateSchema = z.object({
  version: versionSchema,
  changes: z.strictObject(orderChanges).check(...wholeChanges()),
  /** Required for a payment set by hand and for unusual changes (see isReasonNeeded). */
  reason: z.optional(reasonSchema(2000)),
  /** Suppresses all emails to the customer except receipts and questions. */
  is_quiet: z.optional(z.boolean()),
  /** Sends the customer an email with the corrected values. */
  emails_correction: z.optional(z.boolean()),
});
export type OrderUpdate = z.infer<typeof orderUpdateSchema>;
export type OrderChanges = OrderUpdate["changes"];

export const warningCodeSchema = z.enum(Object.keys(WARNINGS) as WarningCode[]);
