import * as z from "zod/mini";
import { businessDate } from "@/lib/base/business-date";
import { readTrackingNumber, trackingProblemWords } from "@/lib/orders/shipping/tracking-number";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS } from "@/lib/orders/status";
import { reason, somethingIn, staffMessages, text, version } from "@/lib/staff/schema";

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

/** Why a batch takes longer, as its customer reads it. */
const delayReason = z.string().check(
  z.trim(),
  z.refine((typed) => typed === "" || (typed.length >= 5 && typed.length <= 300), staffMessages.delayReason),
);

/** Until when it is expected instead. */
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

/** A delay has both, or neither. */
const isWholeDelay = (changes: Delay) => Boolean(changes.delay_reason) === Boolean(changes.delayed_until);

/** Refuses changes that change nothing, and half a delay. */
export const wholeChanges = <Changes extends Delay>() =>
  [
    z.refine<Changes>(somethingIn, staffMessages.nothingToSave),
    z.refine<Changes>(isWholeDelay, staffMessages.delayWhole),
  ] as const;

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
  delay_reason: z.optional(delayReason),
  delayed_until: z.optional(delayedUntil),
  /** Takes the mark of a payment that came unexpectedly off. */
  is_reviewed: z.optional(z.literal(true)),
  /** Somebody has seen to the damage that its package came with. */
};

/** Reads the body of a save of one order: the version that the form was opened with, and what changed. */
export const orderUpdateSchema = z.object({
  version,
  changes: z.strictObject(orderChanges).check(...wholeChanges()),
  /** Why the payment is set by hand, or the change does not fit (see isReasonNeeded). */
  reason: z.optional(reason(2000)),
  /** The customer gets no mail about it, but for receipts and questions. */
  is_quiet: z.optional(z.boolean()),
  /** The customer gets an email that says how the order is now. */
  emails_correction: z.optional(z.boolean()),
});
/** A save of one order. */
export type OrderUpdate = z.infer<typeof orderUpdateSchema>;
/** The changed fields alone. */
export type OrderChanges = OrderUpdate["changes"];

/** Reads what does not fit about a change of an order; private.change_oddities says when. */
export const oddityCodeSchema = z.enum([
  "never_received",
  "not_sent",
  "in_group",
  "not_paid",
  "canceled",
  "count_differs",
  "disputed",
  "no_tracking",
  "address_held",
  "goes_back",
  "replaces_tracking",
  "shared_tracking",
]);
/** Something about a change that somebody has to give a reason for. */
export type OddityCode = z.infer<typeof oddityCodeSchema>;
