import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { orderChanges, wholeChanges } from "@/lib/staff/order/schema";
import { MAX_BULK } from "@/lib/staff/orders/bulk-outcome";
import { reasonSchema, staffMessages, versionSchema } from "@/lib/staff/schema";

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

/** The body of a bulk change, with the version shown in each row. */
export const bulkUpdateSchema = z.object({
  orders: several(z.object({ id: uuidSchema, version: versionSchema })),
  changes,
  /** Required for unusual changes. */
  reason: z.optional(reasonSchema(2000)),
  /** Suppresses all emails to the customers except receipts and questions. */
  is_quiet: z.optional(z.boolean()),
});
export type BulkUpdate = z.infer<typeof bulkUpdateSchema>;

export const bulkPreviewSchema = z.object({ orders: several(uuidSchema), changes });
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;
