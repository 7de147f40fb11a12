import "server-only";
import * as z from "zod/mini";
import { nullableText } from "@/lib/orders/order";
import { adjustmentSchema } from "@/lib/orders/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import { versionSchema } from "@/lib/staff/schema";

/** A question for a customer, including fields that only staff see. */
export const staffAdjustmentSchema = z.extend(adjustmentSchema, {
  /** The customer's reason for declining. */
  words: nullableText,
  closing_note: nullableText,
  is_open: z.boolean(),
  /** Why Stripe couldn't refund the charge. */
  refund_failure: nullableText,
});
export type StaffAdjustment = z.infer<typeof staffAdjustmentSchema>;

const needed = "Enter a reason.";

/** The body of POST /api/admin/orders/[id]/adjustments: an upcharge, in cents per card. */
export const upchargeSchema = z.object({
  version: versionSchema,
  qty: z.int("Enter the number of cards.").check(z.gte(1), z.lte(9999)),
  unit_cents: z.int("Enter an amount.").check(z.gte(1), z.lte(100_000, "Enter up to $1,000 per card.")),
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(1000)),
});

export const adjustmentChangeSchema = z.object({
  action: z.enum(["withdraw", "close"]),
  note: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});

/** The result of staff_propose_upcharge. A test compares all result schemas with what the SQL can return. */
export const proposedSchema = z.object({ outcome: z.literal("proposed"), adjustment_id: z.string() });

/** Proposes an upcharge. The customer gets the email ten minutes later. */
export async function proposeUpcharge(
  actor: string,
  orderId: string,
  upcharge: z.infer<typeof upchargeSchema>,
) {
  const args = { ...upcharge, actor, order_id: orderId };
  return writeAsStaff("staff_propose_upcharge", args, proposedSchema);
}

export const endedAdjustmentSchema = z.object({
  outcome: z.enum(["withdrawn", "withdrawn_before", "closed"]),
});

/** Withdraws an undecided question, or closes one that only staff can close. */
export async function endAdjustment(
  actor: string,
  id: string,
  { action, note }: z.infer<typeof adjustmentChangeSchema>,
) {
  const args = { actor, adjustment_id: id, action, note };
  return writeAsStaff("staff_end_adjustment", args, endedAdjustmentSchema);
}
