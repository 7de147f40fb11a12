import { lateCardsWords, returnRefusalSchema, returnRefusalWords } from "@/lib/staff/returns/return-desk";

test("every refusal has words of its own", () => {
  const words = returnRefusalSchema.options.map((refusal) => returnRefusalWords(refusal));
  expect(new Set(words).size).toBe(returnRefusalSchema.options.length);
});

test("what a group holds is said with the group", () => {
  expect(returnRefusalWords("at_grader", 12)).toBe(
    "The cards of this batch are not back from the grader. (Group 12)",
  );
  expect(returnRefusalWords("at_grader")).not.toContain("Group");
  expect(returnRefusalWords("not_graded", 12)).not.toContain("Group");
});

test("cards that were not sent are named before the parcel is closed", () => {
  expect(lateCardsWords(2)).toBe(
    "2 cards of this batch came later and did not go to the grader: put them into a group first, or send them back ungraded.",
  );
  expect(lateCardsWords(1)).toContain("1 card of this batch came later and did not go to the grader: put it");
});
