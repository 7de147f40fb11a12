import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { orderChanges, wholeChanges } from "@/lib/staff/order/schema";
import { MAX_BULK } from "@/lib/staff/orders/bulk-outcome";
import { reason, staffMessages, version } from "@/lib/staff/schema";

const several = <Item extends z.core.$ZodType>(item: Item) =>
  z
    .array(item)
    .check(z.minLength(1, staffMessages.noOrders), z.maxLength(MAX_BULK, staffMessages.tooManyOrders));

const changes = z
  .strictObject({
    fulfillment_status: orderChanges.fulfillment_status,
    submission_status: orderChanges.submission_status,
    tracking_number: orderChanges.tracking_number,
    grading_submission_number: orderChanges.grading_submission_number,
    note: orderChanges.note,
    delay_reason: orderChanges.delay_reason,
    delayed_until: orderChanges.delayed_until,
  })
  .check(...wholeChanges());

/**
 * Reads the body of a save of several orders: each with the version that its row showed, and changes that make sense
 * for many. Payment and files are changed on one order at a time.
 */
export const bulkUpdateSchema = z.object({
  orders: several(z.object({ id: uuidSchema, version })),
  changes,
  /** Why, where something does not fit an order. */
  reason: z.optional(reason(2000)),
  /** The customer gets no mail about it, but for receipts and questions. */
  is_quiet: z.optional(z.boolean()),
});
/** A save of several orders. */
export type BulkUpdate = z.infer<typeof bulkUpdateSchema>;

/** Reads the body of a look at such a save beforehand. */
export const bulkPreviewSchema = z.object({ orders: several(uuidSchema), changes });
/** A look at a save of several orders. */
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;
