import { centsOf, refundSchema } from "@/lib/staff/refunds/schema";

describe("refund amount", () => {
  test.each([
    ["12", 1200],
    ["12.5", 1250],
    ["12.50", 1250],
    ["0.01", 1],
    ["$25", 2500],
    [" 1,200.00 ", 120_000],
    ["999999.99", 99_999_999],
  ])("parses %j as %d cents", (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  test.each(["", "0", "-5", "1.234", "1,20", "$ 5", ".5", "12.", "1e3", "1,234,567.89", "1000000"])(
    "refuses the amount %j",
    (text) => {
      expect(centsOf(text)).toBeNull();
    },
  );
});

describe("schema", () => {
  const body = {
    request_id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
    amount_cents: 2000,
    refunded_cents: 0,
    reason: "A card was lost",
  };
  const problem = (changes: object) =>
    refundSchema.safeParse({ ...body, ...changes }).error?.issues[0]?.message;

  test("accepts amounts from one cent to $999,999.99", () => {
    expect([problem({ amount_cents: 1 }), problem({ amount_cents: 99_999_999 })]).toStrictEqual([
      undefined,
      undefined,
    ]);
    expect(problem({ amount_cents: 100_000_000 })).toBe("Enter an amount from $0.01 to $999,999.99.");
  });
});
