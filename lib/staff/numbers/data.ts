import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";
import { submissionStatusSchema } from "@/lib/orders/order";
import { readAsStaff } from "@/lib/staff/data";

export async function getNumbers(accessToken: string): Promise<Numbers> {
  return readAsStaff(accessToken, "staff_numbers", {}, numbersSchema);
}

export const numbersSchema = z.object({
  staff_role: staffRoleSchema,
  /**
   * Thirteen weeks of seven days, starting with the week that ends today. Batches that staff placed for themselves
   * don't count as paid.
   */
  weeks: z.array(
    z.object({
      first_day: z.iso.date(),
      last_day: z.iso.date(),
      paid_batches: z.number(),
      paid_cards: z.number(),
      /** Payments for these batches and their extra charges, minus refunds. */
      revenue_cents: z.number(),
      received_batches: z.number(),
      received_cards: z.number(),
      returned_batches: z.number(),
      returned_cards: z.number(),
    }),
  ),
  /**
   * Business days from check-in to shipping back, per week. The row with a null week covers all thirteen. Weeks with
   * fewer than ten batches have no row.
   */
  turnaround: z.array(
    z.object({
      week: z.nullable(z.number()),
      median_days: z.number(),
      /** The 90th percentile. */
      most_days: z.number(),
      kept_percent: z.number(),
    }),
  ),
  /** Paid batches that haven't shipped back, by status. */
  open: z.partialRecord(submissionStatusSchema, z.object({ batches: z.number(), cards: z.number() })),
  members: z.partialRecord(z.enum(MEMBERSHIP_PLANS), z.number()),
});
export type Numbers = z.infer<typeof numbersSchema>;
