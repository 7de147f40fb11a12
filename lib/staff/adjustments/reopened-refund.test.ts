import { isSettledByHand, reopenedRefundWords } from "@/lib/staff/adjustments/reopened-refund";
import { upchargeSchema } from "@/lib/staff/adjustments/schema";

describe("reopened refund", () => {
  const settled = { kind: "short", status: "refunded", amount_cents: -5000, ending_act_id: "act-1" } as const;
  const order = { is_paid_by_card: true, total_paid: 250, refunded_cents: 0 };

  test.each([
    ["all that is owed", {}, "$50.00"],
    ["no more than is left of the payment", { refunded_cents: 22_000 }, "$30.00"],
  ])("a refund that is to be made after all: %s", (_, changes, amount) => {
    expect(reopenedRefundWords(settled, { ...order, ...changes })).toContain(
      `We then refund ${amount} to the card`,
    );
  });

  test.each([
    ["an upcharge", { kind: "upcharge", status: "declined" }, {}],
    ["a question that was withdrawn", { status: "withdrawn" }, {}],
    ["what cannot be taken back", { ending_act_id: null }, {}],
    ["an order without a payment by card", {}, { is_paid_by_card: false }],
    ["an order of which nothing is left", {}, { refunded_cents: 25_000 }],
  ] as const)("no money goes out for %s", (_, changes, ofOrder) => {
    expect(reopenedRefundWords({ ...settled, ...changes }, { ...order, ...ofOrder })).toBeNull();
  });

  test.each([
    [{}, true],
    [{ kind: "upcharge", status: "declined" }, false],
    [{ status: "withdrawn" }, false],
    [{ ending_act_id: null }, false],
  ] as const)("what was settled with %j is a refund that was made by hand: %s", (changes, expected) => {
    expect(isSettledByHand({ ...settled, ...changes })).toBe(expected);
  });
});

describe("schema", () => {
  const upcharge = { version: 1, qty: 2, unit_cents: 1500, reason: "Oversized" };

  test.each([
    [{}, true],
    [{ version: 2_147_483_647 }, true],
    // More than the database's number holds.
    [{ version: 2_147_483_648 }, false],
    [{ version: 0 }, false],
    [{ qty: 0 }, false],
    [{ qty: 10_000 }, false],
    [{ unit_cents: 100_000 }, true],
    [{ unit_cents: 100_001 }, false],
    [{ reason: "  " }, false],
  ])("an upcharge with %j is accepted: %s", (changed, expected) => {
    expect(upchargeSchema.safeParse({ ...upcharge, ...changed }).success).toBe(expected);
  });
});
