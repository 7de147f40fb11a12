import { formatCents, formatDollars, formatPrice, toCents, toDollars } from "@/lib/base/money";

test.each([
  [0, "$0.00"],
  [5, "$0.05"],
  [2500, "$25.00"],
  [123_456_789, "$1,234,567.89"],
])("%d cents read %s", (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test.each([
  [0, "$0"],
  [1900, "$19"],
  [1950, "$19.50"],
  [120_000, "$1,200"],
])("a price of %d cents is advertised as %s", (cents, text) => {
  expect(formatPrice(cents)).toBe(text);
});

test.each([
  [125, "$125.00"],
  ["1250.5", "$1,250.50"],
  [0, "$0.00"],
  [null, "—"],
])("%j dollars read %s", (amount, text) => {
  expect(formatDollars(amount)).toBe(text);
});

test.each([
  ["125.00", 12_500],
  [125, 12_500],
  ["0.07", 7],
  [1.1, 110],
  [null, Number.NaN],
  [undefined, Number.NaN],
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
