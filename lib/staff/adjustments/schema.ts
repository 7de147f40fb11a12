import * as z from "zod/mini";
import { adjustmentSchema } from "@/lib/orders/schema";
import { version } from "@/lib/staff/schema";

const nullableText = z.nullable(z.string());

/** A question to a customer, as staff see it. */
export const staffAdjustmentSchema = z.extend(adjustmentSchema, {
  /** The customer's answer when they disagree. */
  words: nullableText,
  closing_note: nullableText,
  /** Someone still has to act. */
  is_open: z.boolean(),
  /** Why Stripe could not refund it. */
  refund_failure: nullableText,
});
/** A question with what only staff may know. */
export type StaffAdjustment = z.infer<typeof staffAdjustmentSchema>;

const needed = "Enter a reason.";

/** The body of POST /api/admin/orders/[id]/adjustments: an upcharge for some cards, in cents per card. */
export const upchargeSchema = z.object({
  version,
  qty: z.int("Enter the number of cards.").check(z.gte(1), z.lte(9999)),
  unit_cents: z.int("Enter an amount.").check(z.gte(1), z.lte(100_000, "Enter up to $1,000 per card.")),
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(1000)),
});
/** An upcharge that staff ask for. */
export type Upcharge = z.infer<typeof upchargeSchema>;

/** The body of POST /api/admin/adjustments/[id]: withdrawn or settled, with a note. */
export const adjustmentChangeSchema = z.object({
  action: z.enum(["withdraw", "close"]),
  note: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});
/** How staff end a question. */
export type AdjustmentChange = z.infer<typeof adjustmentChangeSchema>;
