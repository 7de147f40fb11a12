import { cardCount, counted } from "@/lib/base/words";

test.each([
  [0, "0 cards"],
  [1, "1 card"],
  [2, "2 cards"],
  [1250, "1,250 cards"],
])("%d reads %s", (count, text) => {
  expect(cardCount(count)).toBe(text);
});

test("any noun that takes an s", () => {
  expect(counted(1, "order")).toBe("1 order");
  expect(counted(3, "submission")).toBe("3 submissions");
});
