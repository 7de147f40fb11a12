import { problemEventWords, problemMark, problemStanding } from "@/lib/orders/problem";

test.each([
  ["reported", "Something is wrong with the cards or their return shipping"],
  ["closed", "What was wrong is settled"],
  ["of a later version", "News about what is wrong"],
  [null, "News about what is wrong"],
])("the step %j reads %j", (stored, words) => {
  expect(problemEventWords(stored)).toBe(words);
});

test("staff read whether it waits for them", () => {
  expect(problemMark({ waiting_since: "2026-11-20T10:00:00Z" })).toBe("Problem, waits for an answer");
  expect(problemMark({ waiting_since: null })).toBe("Problem, answered");
});

test.each([
  [true, false, "We read it and answer you by email"],
  [true, true, "We have answered you"],
  [false, true, "Settled"],
])("open %j, answered %j: %s", (is_open, is_answered, words) => {
  expect(problemStanding({ is_open, is_answered, until: null, messages: [] })).toBe(words);
});
