import { upchargeSchema } from "@/lib/staff/adjustments/adjustments";

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
