import * as z from "zod/mini";
import { adjustmentSchema } from "@/lib/orders/schema";
import { version } from "@/lib/staff/schema";

const nullableText = z.nullable(z.string());

/** Reads a proposal as staff see it on its order. */
export const staffAdjustmentSchema = z.extend(adjustmentSchema, {
  /** Of a dispute: what the customer answers. */
  words: nullableText,
  closing_note: nullableText,
  /** Somebody has still to do something. */
  is_open: z.boolean(),
  /** Why the payment service could not refund it. */
  refund_failure: nullableText,
});
/** A proposal with what only staff may know. */
export type StaffAdjustment = z.infer<typeof staffAdjustmentSchema>;

const needed = "Please say why.";

/** Reads the body of POST /api/admin/orders/[id]/adjustments: an upcharge, so many cards at so many cents each. */
export const upchargeSchema = z.object({
  version,
  qty: z.int("Please enter a number of cards").check(z.gte(1), z.lte(9999)),
  unit_cents: z.int("Please enter an amount").check(z.gte(1), z.lte(100_000, "At most $1,000 a card")),
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(1000)),
});
/** An upcharge that staff ask for. */
export type Upcharge = z.infer<typeof upchargeSchema>;

/** Reads the body of POST /api/admin/adjustments/[id]: taken back, or ended by hand, each with a note. */
export const adjustmentChangeSchema = z.object({
  action: z.enum(["withdraw", "close"]),
  note: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});
/** How staff end a proposal. */
export type AdjustmentChange = z.infer<typeof adjustmentChangeSchema>;
