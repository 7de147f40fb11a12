import { centsOf, refundMessages } from "@/lib/staff/refunds/refund-amount";

test.each([
  ["12", 1200],
  ["12.5", 1250],
  ["12.50", 1250],
  ["0.01", 1],
  ["$25", 2500],
  [" 1,200.00 ", 120_000],
  ["12,345.6", 1_234_560],
  ["123,456.78", 12_345_678],
  ["999999.99", 99_999_999],
])("%j is %d cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  "",
  "0",
  "0.00",
  "-5",
  "1.234",
  "1,20",
  "12,00",
  "1200,000",
  "$",
  "$ 5",
  "USD 5",
  "5 USD",
  ".5",
  "12.",
  "1e3",
  "ten",
  "1,234,567.89",
  "1000000",
])("%j is no amount that can be refunded", (text) => {
  expect(centsOf(text)).toBeNull();
});

test("what is left is said in dollars", () => {
  expect(refundMessages.tooMuch(1250)).toBe("At most $12.50 can still be refunded.");
});
