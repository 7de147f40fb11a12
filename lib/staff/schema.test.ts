import { reason, somethingIn, text, version } from "@/lib/staff/schema";

test.each([
  [{}, false],
  [{ a: undefined }, false],
  [{ a: undefined, b: undefined }, false],
  [{ a: "" }, true],
  [{ a: false }, true],
  [{ a: undefined, b: "shipped" }, true],
])("%p sets something: %s", (change, expected) => {
  expect(somethingIn(change)).toBe(expected);
});

test("a text that is too long is refused with its limit", () => {
  expect(text(5000).safeParse("x".repeat(5000)).success).toBe(true);
  const { error } = text(5000).safeParse("x".repeat(5001));
  expect(error?.issues[0]?.message).toBe("This can hold up to 5,000 characters.");
});

test.each([" ", "\n", " \t\r\n"])("%j is no reason", (words) => {
  expect(reason(500).parse(words)).toBe("");
});

test("a reason is read without the space around it", () => {
  expect(reason(500).parse(" As agreed\n")).toBe("As agreed");
  expect(reason(5).safeParse("x".repeat(6)).error?.issues[0]?.message).toBe(
    "This can hold up to 5 characters.",
  );
});

test.each([
  [1, true],
  [2_147_483_647, true],
  [0, false],
  [2_147_483_648, false],
  [1.5, false],
  ["1", false],
])("%j is the version of an order: %s", (value, expected) => {
  expect(version.safeParse(value).success).toBe(expected);
});
