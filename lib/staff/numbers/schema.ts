import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";
import { submissionStatusSchema } from "@/lib/orders/order";

const heldSchema = z.object({ batches: z.number(), cards: z.number() });

/** Describes what the numbers page reads. */
export const numbersSchema = z.object({
  staff_role: staffRoleSchema,
  /** Thirteen weeks of seven days, the one that ends today first. Batches that staff placed for themselves aren't counted as paid. */
  weeks: z.array(
    z.object({
      first_day: z.iso.date(),
      last_day: z.iso.date(),
      paid_batches: z.number(),
      paid_cards: z.number(),
      /** What these batches and their extra charges paid, less what was refunded since. */
      revenue_cents: z.number(),
      received_batches: z.number(),
      received_cards: z.number(),
      returned_batches: z.number(),
      returned_cards: z.number(),
    }),
  ),
  /** Business days from check-in to shipping back, by week (null: all thirteen). Weeks with fewer than ten batches have no row. */
  turnaround: z.array(
    z.object({
      week: z.nullable(z.number()),
      median_days: z.number(),
      /** Nine of ten batches took no longer. */
      most_days: z.number(),
      kept_percent: z.number(),
    }),
  ),
  /** Paid batches that haven't arrived, and what is with us or at the grader, by status. */
  open: z.partialRecord(submissionStatusSchema, heldSchema),
  members: z.partialRecord(z.enum(MEMBERSHIP_PLANS), z.number()),
});
/** Holds what the numbers page reads. */
export type Numbers = z.infer<typeof numbersSchema>;
