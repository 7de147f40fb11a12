import {
  type BulkOutcome,
  failuresFirst,
  isSaved,
  outcomeWords,
  retryable,
  summaryWords,
  toastWords,
} from "@/lib/staff/orders/bulk-outcome";
import type { StaffOrder } from "@/lib/staff/staff-order";

const result = (outcome: BulkOutcome["outcome"], version = 4): BulkOutcome => ({
  id: `${outcome}-${version}`,
  outcome,
  order: { version } as StaffOrder,
});

test("what somebody else changed is saved again over the version that was shown, with a reason what lacked one", () => {
  const results = [
    result("updated"),
    result("conflict", 9),
    result("reason_required"),
    result("unchanged"),
    { id: "gone", outcome: "not_found" } as const,
  ];
  expect(retryable(results, false)).toEqual([{ id: "conflict-9", version: 9 }]);
  expect(retryable(results, true)).toEqual([
    { id: "conflict-9", version: 9 },
    { id: "reason_required-4", version: 4 },
  ]);
});

test.each<[BulkOutcome["outcome"][], string]>([
  [["updated", "updated"], "2 updated"],
  [["updated", "unchanged"], "1 updated, 1 as they were"],
  [["conflict", "not_found", "updated"], "1 updated, 2 not saved"],
  [["reason_required"], "0 updated, 1 not saved"],
])("%j are summed up as %s", (outcomes, expected) => {
  expect(summaryWords(outcomes.map((outcome) => result(outcome)))).toBe(expected);
});

test("a toast says how many were saved, another one how many were not", () => {
  const outcomes = ["updated", "updated", "unchanged", "conflict"] as const;
  expect(toastWords(outcomes.map((outcome) => result(outcome)))).toEqual([
    { tone: "success", text: "Order updated successfully: 2 updated, 1 as they were" },
    { tone: "danger", text: "Failed to update order: 1 not saved" },
  ]);
  expect(toastWords([result("not_found")])).toEqual([
    { tone: "danger", text: "Failed to update order: 1 not saved" },
  ]);
});

test("what was not saved says so", () => {
  expect(outcomeWords(result("conflict"))).toMatch(/^Not saved/);
  expect(outcomeWords(result("not_found"))).toMatch(/^Not saved/);
  expect(outcomeWords(result("being_paid"))).toMatch(/^Not saved/);
  expect(outcomeWords(result("all_refunded"))).toMatch(/^Not saved/);
  expect(outcomeWords(result("updated"))).toBe("Updated");
  expect(outcomeWords({ ...result("reason_required"), oddities: ["not_paid"] })).toBe(
    "Not saved without a reason. It is not paid.",
  );
});

test("what was not saved stands first, the rest as in the list", () => {
  const results = [
    result("updated", 1),
    result("conflict", 2),
    result("unchanged", 3),
    result("not_found", 4),
  ];
  const orders = results.map(({ id }) => ({ id, version: 1, name: id })).reverse();
  expect(failuresFirst(orders, results, isSaved).map(({ id }) => id)).toEqual([
    "not_found-4",
    "conflict-2",
    "unchanged-3",
    "updated-1",
  ]);
});
