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
])("of %i cards, after boxes of %j: %i counted, %i to come", (paid, box_counts, before, expected) => {
  expect(countedBefore({ box_counts })).toBe(before);
  expect(cardsToCome({ paid, before })).toBe(expected);
});

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
  expect(judgeCount(typed, { paid: 12, before: 0, isMoreToCome, doubtful })).toEqual(verdict);
});

test.each([
  // More than twice as many, and more than twenty on top: typing it again does not do.
  ["33", 12, 0, 33, { far: 33 }],
  ["32", 12, 0, 32, { take: 32 }],
  ["60", 30, 0, 60, { take: 60 }],
  ["61", 30, 0, 61, { far: 61 }],
  ["9400", 5, 0, null, { doubt: 9400 }],
  ["9400", 5, 0, 9400, { far: 9400 }],
  ["9400", 9400, 0, null, { take: 9400 }],
  // Of boxes it is the sum that is too much.
  ["25", 100, 99, 25, { take: 25 }],
  ["30", 12, 5, 30, { far: 30 }],
])("%s of %i after %i before, typed before: %j", (typed, paid, before, doubtful, verdict) => {
  expect(judgeCount(typed, { paid, before, isMoreToCome: false, doubtful })).toEqual(verdict);
});
