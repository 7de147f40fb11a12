import { daySumsOf } from "@/lib/staff/numbers/day-sums";
import { inHouse, stepRowsOf, weekLabels } from "@/lib/staff/numbers/step-rows";
import { someNumbers } from "@/sandbox/builders/numbers";

const now = new Date("2026-11-23T12:00:00Z");
const oldest = { order_id: "1", batch_id: "BATCH-ABCDEF-1234", since: "2026-11-03T13:00:00Z" };
const numbers = someNumbers({
  steps: [
    { step: "pending", batches_before: 1, cards_before: 100, oldest: null },
    { step: "grading", batches_before: 3, cards_before: 40, oldest },
    {
      step: "completed",
      batches_before: 9,
      cards_before: 90,
      oldest: { ...oldest, since: "2026-11-24T00:00:00Z" },
    },
  ],
  step_changes: [
    { day: "2026-11-16", step: "grading", batches: 1, cards: 5 },
    { day: "2026-11-17", step: "grading", batches: -2, cards: -15 },
    { day: "2026-11-17", step: "graded", batches: 2, cards: 15 },
  ],
});
const days = daySumsOf(numbers);
const rows = stepRowsOf(numbers, days, now);
const rowOf = (step: string) => rows.find((row) => row.step === step);

test("a step holds what its last day ended with, and shows the end of each week", () => {
  expect(rowOf("grading")).toMatchObject({
    batches: 2,
    cards: 30,
    href: "/admin?payment=paid&submission=grading",
  });
  expect(rowOf("grading")?.cardsByWeek.slice(-3)).toEqual([40, 45, 30]);
  expect(rowOf("grading")?.batchesByWeek.slice(-3)).toEqual([3, 4, 2]);
  expect(rowOf("shipped")).toMatchObject({ batches: 0, cards: 0, oldest: null });
});

test("weeks end today", () => {
  expect(weekLabels(days).at(-1)).toBe("Nov 17 – Nov 23");
  expect(weekLabels(days)).toHaveLength(rows[0]?.cardsByWeek.length ?? 0);
});

test("the oldest batch has waited days of the calendar, and one that has only just come none", () => {
  expect(rowOf("grading")?.oldest).toEqual({ ...oldest, days: 20 });
  expect(rowOf("completed")?.oldest?.days).toBe(0);
});

test("a step that holds none as of the sums shows no oldest, though one has come since", () => {
  const since = someNumbers({ steps: [{ step: "shipped", batches_before: 0, cards_before: 0, oldest }] });
  const shipped = stepRowsOf(since, daySumsOf(since), now).find(({ step }) => step === "shipped");
  expect(shipped).toMatchObject({ batches: 0, oldest: null });
});

test("what is here or at the grader leaves out what is to come, and what is on its way back", () => {
  expect(inHouse(rows)).toEqual({ batches: 4, cards: 45 });
});
