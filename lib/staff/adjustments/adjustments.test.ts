import { upchargeSchema } from "@/lib/staff/adjustments/adjustments";

describe("schema", () => {
  const upcharge = { version: 1, qty: 2, unit_cents: 1500, reason: "Oversized" };

  test.each([
    [{}, true],
    [{ qty: 0 }, false],
    [{ qty: 10_000 }, false],
    [{ unit_cents: 100_000 }, true],
    [{ unit_cents: 100_001 }, false],
    [{ reason: "  " }, false],
  ])("validates an upcharge with %j: %s", (changed, expected) => {
    expect(upchargeSchema.safeParse({ ...upcharge, ...changed }).success).toBe(expected);
  });
});
