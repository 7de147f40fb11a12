import { daySumsOf } from "@/lib/staff/numbers/day-sums";
import { numberCardOf } from "@/lib/staff/numbers/number-card";
import { NUMBERS } from "@/lib/staff/numbers/number-specs";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { aDay, someNumbers } from "@/sandbox/builders/numbers";

/** The cards of a page by their names. */
function cardsOf(changes: Partial<Numbers>) {
  const numbers = someNumbers(changes);
  const days = daySumsOf(numbers);
  return Object.fromEntries(NUMBERS.map((spec) => [spec.name, numberCardOf(spec, days, numbers)]));
}

const busy: Partial<Numbers> = {
  days: [
    aDay("2026-11-20", {
      ...{ paid_batches: 3, paid_cards: 30, revenue_cents: 75_050, refunded_cents: 2_500 },
      ...{ received_batches: 2, received_cards: 25, returned_batches: 4, returned_cards: 41 },
      ...{ counts_differ: 1, exceptions_raised: 3, exceptions_settled: 1 },
    }),
    aDay("2026-10-20", { received_cards: 20, revenue_cents: 150_100 }),
  ],
  turnaround: [
    { day: "2026-11-20", business_days: 9, batches: 3 },
    { day: "2026-11-21", business_days: 15, batches: 1 },
    { day: "2026-11-21", business_days: 16, batches: 1 },
    { day: "2026-10-20", business_days: 12, batches: 1 },
  ],
  plans_before: { starter: 10, elite: 1 },
  plan_changes: [
    { day: "2026-10-25", plan_type: "starter", started: 0, ended: 1, change: -1 },
    { day: "2026-11-01", plan_type: "pro", started: 2, ended: 0, change: 2 },
  ],
  exceptions_before: 1,
};

test.each([
  ["received", "25 cards", "in 2 batches", "30 days before: 20 cards (+25%)"],
  ["returned", "41 cards", "in 4 batches", "30 days before: 0 cards"],
  [
    "turnaround",
    "9 business days",
    "90 of 100 took no longer than 16 business days",
    "30 days before: 12 business days (−25%)",
  ],
  ["promise", "80%", "4 of 5 batches", "30 days before: 100%"],
  ["revenue", "$750.50", "3 batches, 30 cards", "30 days before: $1,501.00 (−50%)"],
  ["refunds", "$25.00", null, "30 days before: $0.00"],
  ["members", "12 memberships", "$708 a month at today's prices", "30 days before: 11 memberships (+9%)"],
  ["churn", "1", "9.1% of the 11 at the beginning", "30 days before: 0"],
  ["mismatches", "3", "3 open now", "30 days before: 0"],
  ["counts", "1 batch", null, "30 days before: 0 batches"],
])("%s: %s", (name, figure, more, before) => {
  expect(cardsOf(busy)[name]).toMatchObject({ figure, more, before });
});

test("every number has a picture and a table of the same weeks, and a name of its own", () => {
  const cards = Object.values(cardsOf(busy));
  expect(cards).toHaveLength(NUMBERS.length);
  for (const { weeks, series, columns, rows } of cards) {
    expect(series.map(({ values }) => values.length)).toEqual(series.map(() => weeks.length));
    expect(rows.map((row) => row.length)).toEqual(weeks.map(() => columns.length));
  }
});

test("of a week in which nothing left there is no turnaround and no promise", () => {
  const { turnaround, promise } = cardsOf(busy);
  expect(turnaround?.rows.slice(-2)).toEqual([
    ["0", "—", "—"],
    ["5", "9", "16"],
  ]);
  expect(promise?.series[0]?.values.slice(-2)).toEqual([null, 80]);
  expect(cardsOf({})).toMatchObject({
    turnaround: { figure: null, more: null },
    promise: { figure: null, more: null },
  });
});

test("a shop without members has no churn", () => {
  expect(cardsOf({}).churn).toMatchObject({ figure: "0", more: null });
});

test.each([
  [{ count: 0, is_more: false }, null],
  [{ count: 1, is_more: false }, "1 not sent back yet is late"],
  [{ count: 2, is_more: false }, "2 not sent back yet are late"],
  [{ count: 1000, is_more: true }, "1,000+ not sent back yet are late"],
])("the promise of those that left is shown with those that are late and have not: %j", (late, now) => {
  expect(cardsOf({ ...busy, late }).promise).toMatchObject({ figure: "80%", now });
  expect(cardsOf({ ...busy, late }).turnaround?.now).toBeNull();
});

test("turnaround leads to the paid batches that left, of which it is", () => {
  expect(cardsOf(busy).turnaround?.link).toEqual({
    href: "/admin?payment=paid&fulfillment=complete",
    label: "Paid batches that have left",
  });
});
