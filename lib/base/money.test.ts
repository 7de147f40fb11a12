import { formatCents, toCents, toDollars } from "@/lib/base/money";

test.each([
  [0, "$0.00"],
  [5, "$0.05"],
  [2500, "$25.00"],
  [123_456_789, "$1,234,567.89"],
])("%d cents read %s", (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test.each([
  ["125.00", 12_500],
  [125, 12_500],
  ["0.07", 7],
  [1.1, 110],
  [null, Number.NaN],
  ["", Number.NaN],
  ["abc", Number.NaN],
])("%j is %d cents", (amount, cents) => {
  expect(toCents(amount)).toBe(cents);
});

test("every amount up to $1,000 survives the way to dollars and back", () => {
  for (let cents = 0; cents <= 100_000; cents++) {
    if (toCents(toDollars(cents)) !== cents) throw new Error(String(cents));
  }
});
