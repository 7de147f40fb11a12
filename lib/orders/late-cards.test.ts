import { lateCards, lateCardsWords } from "@/lib/orders/late-cards";

test("an event is read, whatever the grader's number looks like", () => {
  expect(lateCards("2:SUB-9")).toEqual({ cards: 2, number: "SUB-9" });
  expect(lateCards("1200:1:2")).toEqual({ cards: 1200, number: "1:2" });
  for (const said of [null, "", "SUB-9", "2:", ":9"]) expect(lateCards(said)).toBeNull();
});

test("late cards that left, did not leave, and are graded, in words", () => {
  expect(lateCardsWords("late_cards_sent", null, "2:S")).toBe(
    "2 more of your cards left for the grading company",
  );
  expect(lateCardsWords("late_cards_sent", "1200:S", null)).toBe(
    "Corrected: 1,200 more of your cards had not left yet",
  );
  expect(lateCardsWords("late_cards_graded", null, "1:S")).toBe("1 more of your cards was graded");
  expect(lateCardsWords("late_cards_graded", null, null)).toBe("Some more of your cards were graded");
});
