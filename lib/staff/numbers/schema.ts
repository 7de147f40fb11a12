import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";
import { HOUSE_STEPS } from "@/lib/staff/numbers/house-steps";
import { boundedCountSchema } from "@/lib/staff/staff-order";

/** A day of UTC, as "2026-11-23". */
const daySchema = z.iso.date();

const dayNumbersSchema = z.object({
  day: daySchema,
  /** Batches that were paid and the cards in them, without those that staff placed; so for the two amounts. */
  paid_batches: z.number(),
  paid_cards: z.number(),
  revenue_cents: z.number(),
  refunded_cents: z.number(),
  received_batches: z.number(),
  received_cards: z.number(),
  returned_batches: z.number(),
  returned_cards: z.number(),
  /** Batches whose count was not what was paid for. */
  counts_differ: z.number(),
  exceptions_raised: z.number(),
  exceptions_settled: z.number(),
});

const houseStepSchema = z.enum(HOUSE_STEPS);

const oldestSchema = z.object({
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  /** When its cards came; before that, when it was paid; on its way back, when it was sent. */
  since: z.string(),
});
/** The batch that has been in a step the longest. */
export type OldestBatch = z.infer<typeof oldestSchema>;

/** Reads the sums of the last days, of which only those days are listed that have any. docs/numbers.md defines them. */
export const numbersSchema = z.object({
  staff_role: staffRoleSchema,
  first_day: daySchema,
  today: daySchema,
  /** Until when everything is in the sums; null: they were never made. */
  summed_until: z.nullable(z.string()),
  /** Former days that wait to be summed again. */
  stale_days: z.number(),
  days: z.array(dayNumbersSchema),
  steps: z.array(
    z.object({
      step: houseStepSchema,
      /** What the step held before the first day. */
      batches_before: z.number(),
      cards_before: z.number(),
      oldest: z.nullable(oldestSchema),
    }),
  ),
  step_changes: z.array(
    z.object({ day: daySchema, step: houseStepSchema, batches: z.number(), cards: z.number() }),
  ),
  turnaround: z.array(z.object({ day: daySchema, business_days: z.number(), batches: z.number() })),
  /** Memberships before the first day; a plan without any may be left out. */
  plans_before: z.partialRecord(z.enum(MEMBERSHIP_PLANS), z.number()),
  plan_changes: z.array(
    z.object({
      day: daySchema,
      plan_type: z.enum(MEMBERSHIP_PLANS),
      started: z.number(),
      ended: z.number(),
      change: z.number(),
    }),
  ),
  /** Exceptions that were open before the first day. */
  exceptions_before: z.number(),
  /** Paid batches whose promised day is over, at this moment. */
  late: boundedCountSchema,
});
/** The page of the numbers, as the database answers it. */
export type Numbers = z.infer<typeof numbersSchema>;
