import { centsOf, refundMessages } from "@/lib/staff/refunds/refund-amount";
import { refundRequestSchema, refundSchema } from "@/lib/staff/refunds/schema";

describe("refund amount", () => {
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

  test("a refund is read with its reason trimmed, and with nothing else", () => {
    expect(refundSchema.parse({ ...body, reason: " A card was lost \n", order_id: "x" })).toEqual(body);
  });

  test("it may be of the payment of a proposal", () => {
    const ofProposal = { ...body, adjustment_id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8092" };
    expect(refundSchema.parse(ofProposal)).toEqual(ofProposal);
    expect(problem({ adjustment_id: "7" })).toBeDefined();
  });

  test.each([[0], [-1], [0.5], ["2000"], [null], [undefined]])("%j cents are no refund", (amount_cents) => {
    expect(problem({ amount_cents })).toBe("Please enter an amount from $0.01 to $999,999.99.");
  });

  test("the least and the most that can be refunded", () => {
    expect([problem({ amount_cents: 1 }), problem({ amount_cents: 99_999_999 })]).toStrictEqual([
      undefined,
      undefined,
    ]);
    expect(problem({ amount_cents: 100_000_000 })).toBe("Please enter an amount from $0.01 to $999,999.99.");
  });

  test.each([[""], ["  "], [7], [undefined]])("%j is no reason", (reason) => {
    expect(problem({ reason })).toBe("Please say why, for the order's record.");
  });

  test.each([
    { request_id: "7" },
    { request_id: undefined },
    { refunded_cents: -1 },
    { refunded_cents: 0.5 },
    // The database's numbers end at two thousand million.
    { refunded_cents: 2_147_483_648 },
    { refunded_cents: undefined },
    { reason: "x".repeat(501) },
  ])("no refund with %p", (changes) => {
    expect(problem(changes)).toBeDefined();
  });

  const row = {
    id: "r1",
    order_id: "o1",
    adjustment_id: null,
    amount_cents: 2000,
    reason: "A card was lost",
    status: "started",
    attempt: 1,
    failure: null,
    created_at: "2026-11-21T12:00:00Z",
    requested_by_email: null,
  };

  test.each(["started", "done", "failed"])("a refund that is %s is shown", (status) => {
    expect(refundRequestSchema.parse({ ...row, status })).toEqual({ ...row, status });
  });

  test.each([{ status: "" }, { status: "lost" }, { amount_cents: null }, { order_id: null }])(
    "a stored refund never has %j",
    (changes) => expect(refundRequestSchema.safeParse({ ...row, ...changes }).success).toBe(false),
  );
});
