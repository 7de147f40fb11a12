import { cleared, EXAMPLES } from "./fixtures.ts";

describe("an example that was cleared", () => {
  test.each(Object.entries(EXAMPLES))(
    "of a %s has all its fields and none of its values",
    (_kind, example) => {
      const empty = cleared(example);
      expect(Object.keys(empty)).toEqual(Object.keys(example));
      for (const value of Object.values(empty)) expect([null, false, [], {}]).toContainEqual(value);
    },
  );

  test("is new each time", () => {
    const changed = cleared(EXAMPLES.subscription);
    changed.discounts.length = 1;
    expect(cleared(EXAMPLES.subscription).discounts).toEqual([]);
  });
});
