import { HOUSE_STEPS } from "@/lib/staff/numbers/house-steps";
import type { Numbers } from "@/lib/staff/numbers/schema";

/* What the database answers about the numbers, for tests of what the page makes of it. */

/** What the page of the numbers reads: of a shop in which nothing ever happened, unless said otherwise. */
export function someNumbers(changes: Partial<Numbers> = {}): Numbers {
  return {
    staff_role: "staff",
    first_day: "2026-08-25",
    today: "2026-11-23",
    summed_until: "2026-11-23T12:00:00Z",
    stale_days: 0,
    days: [],
    steps: HOUSE_STEPS.map((step) => ({ step, batches_before: 0, cards_before: 0, oldest: null })),
    step_changes: [],
    turnaround: [],
    plans_before: {},
    plan_changes: [],
    exceptions_before: 0,
    late: { count: 0, is_more: false },
    ...changes,
  };
}

/** A day of it on which nothing happened but what is named. */
export function aDay(day: string, changes: Partial<Numbers["days"][number]> = {}): Numbers["days"][number] {
  return {
    day,
    paid_batches: 0,
    paid_cards: 0,
    revenue_cents: 0,
    refunded_cents: 0,
    received_batches: 0,
    received_cards: 0,
    returned_batches: 0,
    returned_cards: 0,
    counts_differ: 0,
    exceptions_raised: 0,
    exceptions_settled: 0,
    ...changes,
  };
}
