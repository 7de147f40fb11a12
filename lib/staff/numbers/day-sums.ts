import { daysBetween } from "@/lib/base/business-date";
import { MEMBERSHIP_PLANS, type MembershipPlan } from "@/lib/base/plans";
import { HOUSE_STEPS, type HouseStep } from "@/lib/staff/numbers/house-steps";
import type { Histogram } from "@/lib/staff/numbers/percentile";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { daysFrom } from "@/lib/staff/numbers/span";

/** What happened on a day, without the day. */
type Happened = Omit<Numbers["days"][number], "day">;

/** A day of the page: what happened on it, and what was true when it ended. */
export type DaySums = Happened & {
  day: string;
  started: number;
  ended: number;
  /** Batches that left for home, by the business days since their cards came. */
  turnaround: Histogram;
  /** What each step held in the end. */
  steps: Record<HouseStep, { batches: number; cards: number }>;
  /** Memberships that ran in the end. */
  members: Record<MembershipPlan, number>;
  /** Exceptions that were open in the end. */
  exceptions_open: number;
};

const NOTHING: Happened = {
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
};

/** Answers every day of the page, the oldest first: the database leaves out what is zero, and says changes, not states. */
export function daySumsOf(numbers: Numbers): DaySums[] {
  const count = 1 + daysBetween(numbers.first_day, numbers.today);
  const happened = new Map(numbers.days.map((row) => [row.day, row]));
  const stepChanges = byDay(numbers.step_changes);
  const planChanges = byDay(numbers.plan_changes);
  const turnaround = byDay(numbers.turnaround);

  let steps = recordOf(HOUSE_STEPS, (step) => {
    const before = numbers.steps.find((one) => one.step === step);
    return { batches: before?.batches_before ?? 0, cards: before?.cards_before ?? 0 };
  });
  let members = recordOf(MEMBERSHIP_PLANS, (plan) => numbers.plans_before[plan] ?? 0);
  let open = numbers.exceptions_before;
  return daysFrom(numbers.first_day, count).map((day) => {
    const sums = { ...NOTHING, ...happened.get(day) };
    const plans = planChanges.get(day) ?? [];
    steps = { ...steps };
    for (const { step, batches, cards } of stepChanges.get(day) ?? [])
      steps[step] = { batches: steps[step].batches + batches, cards: steps[step].cards + cards };
    members = { ...members };
    for (const { plan_type: plan, change } of plans) members[plan] += change;
    open += sums.exceptions_raised - sums.exceptions_settled;
    return {
      ...sums,
      day,
      started: plans.reduce((sum, { started }) => sum + started, 0),
      ended: plans.reduce((sum, { ended }) => sum + ended, 0),
      turnaround: new Map(
        (turnaround.get(day) ?? []).map(({ business_days, batches }) => [business_days, batches]),
      ),
      steps,
      members,
      exceptions_open: open,
    };
  });
}

/** Tells whether nothing ever happened: a new shop. */
export function isEmpty(days: readonly DaySums[]): boolean {
  return days.every((day) => {
    const held = Object.values(day.steps).some(({ batches }) => batches !== 0);
    const ran = Object.values(day.members).some((members) => members !== 0);
    const names = Object.keys(NOTHING) as (keyof Happened)[];
    return !held && !ran && day.exceptions_open === 0 && names.every((name) => day[name] === 0);
  });
}

function byDay<Row extends { day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
}
