import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { quotaUse, remainingCards } from "@/lib/membership/quota";

describe("quotaUse", () => {
  test.each([
    [0, 100, 0, "success"],
    [1, 100, 1, "success"],
    [74, 100, 74, "success"],
    [75, 100, 75, "warning"],
    [82, 100, 82, "warning"],
    [89, 100, 89, "warning"],
    [90, 100, 90, "danger"],
    [99, 100, 99, "danger"],
    [100, 100, 100, "danger"],
    [130, 100, 130, "danger"],
    [374, 500, 74, "success"],
    [375, 500, 75, "warning"],
    [449, 500, 89, "warning"],
    [450, 500, 90, "danger"],
    [499, 500, 99, "danger"],
    [749, 1000, 74, "success"],
    [750, 1000, 75, "warning"],
    [899, 1000, 89, "warning"],
    [900, 1000, 90, "danger"],
    [999, 1000, 99, "danger"],
  ] as const)("%d of %d: %d %%, %s", (used, limit, percent, tone) => {
    expect(quotaUse(used, limit)).toEqual({ percent, tone });
  });

  test("the words and the colour agree for every count of every plan", () => {
    for (const plan of MEMBERSHIP_PLANS) {
      const limit = plans[plan].monthlyLimit ?? 0;
      for (let used = 0; used <= limit; used++) {
        const { percent, tone } = quotaUse(used, limit);
        expect(tone).toBe(percent >= 90 ? "danger" : percent >= 75 ? "warning" : "success");
        expect(percent === 100).toBe(used === limit);
      }
    }
  });
});

test.each([
  ["nothing used", 100, { usedCards: 0, heldCards: 0, replaceableCards: 0 }, 100],
  ["some used", 100, { usedCards: 40, heldCards: 0, replaceableCards: 0 }, 60],
  ["a payment on its way", 100, { usedCards: 40, heldCards: 10, replaceableCards: 0 }, 50],
  ["one's own open page", 100, { usedCards: 40, heldCards: 60, replaceableCards: 60 }, 60],
  ["both", 100, { usedCards: 40, heldCards: 30, replaceableCards: 20 }, 50],
  [
    "an open page that was released meanwhile",
    100,
    { usedCards: 40, heldCards: 0, replaceableCards: 20 },
    60,
  ],
  ["all used", 100, { usedCards: 100, heldCards: 0, replaceableCards: 0 }, 0],
  ["more used than the new plan has", 100, { usedCards: 320, heldCards: 5, replaceableCards: 0 }, 0],
])("cards left with %s", (_, limit, month, expected) => {
  expect(remainingCards(limit, month)).toBe(expected);
});
