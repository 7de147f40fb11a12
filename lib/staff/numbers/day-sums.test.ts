import { daySumsOf, isEmpty } from "@/lib/staff/numbers/day-sums";
import { SHOWN_DAYS } from "@/lib/staff/numbers/span";
import { aDay, someNumbers } from "@/sandbox/builders/numbers";

const lastOf = (changes: Parameters<typeof someNumbers>[0]) => daySumsOf(someNumbers(changes)).at(-1);
const dayOf = (changes: Parameters<typeof someNumbers>[0], day: string) =>
  daySumsOf(someNumbers(changes)).find((one) => one.day === day);

test("a new shop has as many days as the page shows, all of them empty", () => {
  const days = daySumsOf(someNumbers());
  expect(days).toHaveLength(SHOWN_DAYS);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(["2026-08-25", "2026-11-23"]);
  expect(isEmpty(days)).toBe(true);
});

test("what happened stands on its day alone", () => {
  const changes = { days: [aDay("2026-10-01", { revenue_cents: 12_345, received_cards: 7 })] };
  expect(dayOf(changes, "2026-10-01")).toMatchObject({ revenue_cents: 12_345, received_cards: 7 });
  expect(dayOf(changes, "2026-10-02")).toMatchObject({ revenue_cents: 0, received_cards: 0 });
});

test("what a step holds is what it held before, and all that came and went since", () => {
  const changes = {
    steps: [{ step: "grading" as const, batches_before: 3, cards_before: 40, oldest: null }],
    step_changes: [
      { day: "2026-09-01", step: "grading" as const, batches: 2, cards: 10 },
      { day: "2026-09-03", step: "grading" as const, batches: -4, cards: -45 },
      { day: "2026-09-03", step: "graded" as const, batches: 4, cards: 45 },
    ],
  };
  const held = (day: string) => dayOf(changes, day)?.steps;
  expect(held("2026-08-31")?.grading).toEqual({ batches: 3, cards: 40 });
  expect(held("2026-09-02")?.grading).toEqual({ batches: 5, cards: 50 });
  expect(lastOf(changes)?.steps).toMatchObject({
    grading: { batches: 1, cards: 5 },
    graded: { batches: 4, cards: 45 },
    pending: { batches: 0, cards: 0 },
  });
});

test("members go on from before, and those of all plans start and end together", () => {
  const changes = {
    plans_before: { pro: 5 },
    plan_changes: [
      { day: "2026-11-01", plan_type: "starter" as const, started: 2, ended: 0, change: 1 },
      { day: "2026-11-01", plan_type: "pro" as const, started: 1, ended: 3, change: -1 },
    ],
  };
  expect(dayOf(changes, "2026-11-01")).toMatchObject({ started: 3, ended: 3 });
  expect(dayOf(changes, "2026-10-31")?.members).toEqual({ starter: 0, pro: 5, elite: 0 });
  expect(lastOf(changes)).toMatchObject({ started: 0, members: { starter: 1, pro: 4, elite: 0 } });
});

test("an exception is open from the day it came up to the day it was settled", () => {
  const changes = {
    exceptions_before: 1,
    days: [aDay("2026-11-02", { exceptions_raised: 2 }), aDay("2026-11-04", { exceptions_settled: 3 })],
  };
  const open = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"].map(
    (day) => dayOf(changes, day)?.exceptions_open,
  );
  expect(open).toEqual([1, 3, 3, 0]);
});

test("the batches that left are kept by how long they took", () => {
  const changes = {
    turnaround: [
      { day: "2026-11-23", business_days: 8, batches: 2 },
      { day: "2026-11-23", business_days: 12, batches: 1 },
    ],
  };
  expect(lastOf(changes)?.turnaround).toEqual(
    new Map([
      [8, 2],
      [12, 1],
    ]),
  );
});

test.each([
  { days: [aDay("2026-11-23", { refunded_cents: -1 })] },
  { plans_before: { elite: 1 } },
  { exceptions_before: 1 },
  { steps: [{ step: "graded" as const, batches_before: 1, cards_before: 4, oldest: null }] },
])("a shop with %j is not empty", (changes) => {
  expect(isEmpty(daySumsOf(someNumbers(changes)))).toBe(false);
});
