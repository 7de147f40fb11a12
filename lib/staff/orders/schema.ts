import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { orderChanges } from "@/lib/staff/order/schema";
import { somethingIn, staffMessages, version } from "@/lib/staff/schema";

/** The most orders that one call changes. */
export const MAX_BULK = 200;

/**
 * Reads the body of a save of several orders: each with the version that its row showed, and changes that make sense
 * for many. Payment, notes and files are changed on one order at a time.
 */
export const bulkUpdateSchema = z.object({
  orders: z
    .array(z.object({ id: uuidSchema, version }))
    .check(z.minLength(1, staffMessages.noOrders), z.maxLength(MAX_BULK, staffMessages.tooManyOrders)),
  changes: z
    .strictObject({
      fulfillment_status: orderChanges.fulfillment_status,
      submission_status: orderChanges.submission_status,
      tracking_number: orderChanges.tracking_number,
      grading_submission_number: orderChanges.grading_submission_number,
    })
    .check(z.refine(somethingIn, staffMessages.nothingToSave)),
});
/** A save of several orders. */
export type BulkUpdate = z.infer<typeof bulkUpdateSchema>;
