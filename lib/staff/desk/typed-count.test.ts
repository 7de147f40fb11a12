import { readCount } from "@/lib/staff/desk/typed-count";

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
