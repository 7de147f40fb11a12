import type { Factor, User } from "@supabase/supabase-js";
import { authenticatorOf, owesCode } from "@/lib/auth/authenticator";

const aFactor = (changes: Partial<Factor>) =>
  ({ id: "app", factor_type: "totp", status: "verified", ...changes }) as Factor;
const withFactors = (...factors: Factor[]) => ({ factors }) as unknown as User;

test.each([
  ["no list", {} as User, null],
  ["an empty list", withFactors(), null],
  ["an app whose first code never came", withFactors(aFactor({ status: "unverified" })), null],
  ["a factor of another kind", withFactors(aFactor({ factor_type: "phone" })), null],
  [
    "an app, after one that was given up",
    withFactors(aFactor({ id: "x", status: "unverified" }), aFactor({})),
    "app",
  ],
])("%s: the authenticator is %3$s", (_, user, expected) => {
  expect(authenticatorOf(user)).toBe(expected);
});

test.each([
  [withFactors(), "aal1", false],
  [withFactors(aFactor({})), "aal2", false],
  [withFactors(aFactor({})), "aal1", true],
  [withFactors(aFactor({})), undefined, true],
] as const)("%j at %s owes a code: %s", (user, aal, expected) => {
  expect(owesCode(user, aal)).toBe(expected);
});
