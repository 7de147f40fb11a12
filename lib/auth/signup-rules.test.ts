import { isSignupPlan } from "@/lib/auth/signup-rules";

test.each([
  ["free", true],
  ["starter", true],
  ["elite", true],
  ["payg", false],
  ["constructor", false],
  ["", false],
  [null, false],
  [undefined, false],
])("one can sign up for %j: %s", (plan, expected) => {
  expect(isSignupPlan(plan)).toBe(expected);
});
