import { cardsToCome, countedBefore, judgeCount, readCount } from "@/lib/staff/desk/typed-count";

test.each([
  ["0", { count: 0 }],
  [" 12 ", { count: 12 }],
  ["0012", { count: 12 }],
  ["9999", { count: 9999 }],
  ["10000", { problem: "code" }],
  ["9400110200881234567890", { problem: "code" }],
  ["1Z 999 AA1 01", { problem: "code" }],
  ["BATCH-MGX2K9QW-7F3K", { problem: "code" }],
  ["", { problem: "unreadable" }],
  ["-1", { problem: "unreadable" }],
  ["1.5", { problem: "unreadable" }],
  ["1e3", { problem: "unreadable" }],
  ["twelve cards!", { problem: "unreadable" }],
])("%j", (typed, read) => {
  expect(readCount(typed)).toEqual(read);
});

test.each([
  [12, [], 0, 12],
  [12, [5], 5, 7],
  [12, [5, 7], 12, 0],
  [12, [15], 15, 0],
  [0, [], 0, 0],
])(
  "of %i cards, after boxes of %j: %i counted, %i to come",
  (cards_expected, box_counts, before, expected) => {
    expect(countedBefore({ box_counts })).toBe(before);
    expect(cardsToCome({ cards_expected, box_counts })).toBe(expected);
  },
);

test.each([
  ["12", false, null, { take: 12 }],
  ["11", false, null, { doubt: 11 }],
  ["13", false, null, { doubt: 13 }],
  ["11", false, 11, { take: 11 }],
  // Typed differently again: that one is typed once more, too.
  ["10", false, 11, { doubt: 10 }],
  ["12", false, 11, { take: 12 }],
  ["5", true, null, { take: 5 }],
  ["0", true, null, { take: 0 }],
  // All are here, and yet more are to come.
  ["12", true, null, { doubt: 12 }],
  ["12", true, 12, { take: 12 }],
  ["x", false, null, { problem: "unreadable" }],
  ["9400110200881234567890", true, null, { problem: "code" }],
])("%s of 12, more to come: %s, typed before: %j", (typed, isMoreToCome, doubtful, verdict) => {
  expect(judgeCount(typed, { expected: 12, isMoreToCome, doubtful })).toEqual(verdict);
});
