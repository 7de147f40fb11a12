import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { returnAddressSchema } from "@/lib/orders/order";
import { CARRIERS } from "@/lib/orders/shipping/tracking-number";
import { staffActSchema } from "@/lib/staff/staff-act";
import { staffOrderSchema } from "@/lib/staff/staff-order";

const nullableText = z.nullable(z.string());

/** Reads a row of packages: what came without a batch that we know. Times are ISO texts. */
export const packageRowSchema = z.object({
  id: z.string(),
  carrier: z.nullable(z.enum(CARRIERS)),
  tracking_number: nullableText,
  sender: nullableText,
  notes: nullableText,
  shelf_location: nullableText,
  arrived_at: z.string(),
  arrived_by: nullableText,
  order_id: nullableText,
  matched_at: nullableText,
  matched_by: nullableText,
});
/** A package that came without a known batch; `order_id` once it was matched. */
export type PackageRow = z.infer<typeof packageRowSchema>;

/** Reads what the receiving desk shows. */
export const receivingDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Those that the code names: none, one, and several only for imported orders without a batch id. */
  orders: z.array(
    z.extend(staffOrderSchema, {
      return_address: z.nullable(returnAddressSchema),
      received_by: nullableText,
    }),
  ),
  /** Without a batch, oldest first, up to 50. */
  packages: z.array(z.extend(packageRowSchema, { arrived_by_email: nullableText })),
  /** What was done at the desk, the last ten that were not taken back, newest first. */
  acts: z.array(staffActSchema),
});
/** The desk in one answer: who works at it, what the code names, what nobody could place yet. */
export type ReceivingDesk = z.infer<typeof receivingDeskSchema>;
