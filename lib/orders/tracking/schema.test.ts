import { problemSchema, tokenSchema } from "@/lib/orders/tracking/schema";

const words = "A slab is cracked.";

test.each([
  [{}, true],
  [{ words: "x".repeat(10) }, true],
  [{ words: "x".repeat(9) }, false],
  // Blanks are no words.
  [{ words: `   ${"x".repeat(9)}   ` }, false],
  [{ words: "x".repeat(2000) }, true],
  [{ words: "x".repeat(2001) }, false],
  [{ words: undefined }, false],
  [{ token: "t".repeat(43) }, true],
  [{ token: "t".repeat(42) }, false],
  [{ token: `${"t".repeat(42)}!` }, false],
])("a problem with %j is accepted: %s", (changed, expected) => {
  expect(problemSchema.safeParse({ words, ...changed }).success).toBe(expected);
});

test("an arrival names nothing but its proof", () => {
  expect(tokenSchema.safeParse({}).success).toBe(true);
  expect(tokenSchema.safeParse({ token: "short" }).success).toBe(false);
});
