import { isRegistered, isUnconfirmed, signupMessage } from "@/lib/auth/words";

const MIX = "Password must be at least 6 characters with a mix of letters and numbers.";

test.each([
  ["Email logins are not enabled", 400, "Sign-ups are temporarily disabled. Please contact support."],
  [
    "Signups not enabled for this instance",
    422,
    "Sign-ups are temporarily disabled. Please contact support.",
  ],
  ["User already registered", 422, "This email is already registered. Please sign in instead."],
  ["Invalid email", 400, "Please enter a valid email address."],
  ["Unable to validate email address: invalid format", 400, "Please enter a valid email address."],
  ['Email address "a@b" is invalid', 400, "Please enter a valid email address."],
  ["Password should be at least 6 characters.", 422, MIX],
  ["Signup requires a valid password", 400, MIX],
  [
    "Database error saving new user",
    500,
    "Server error: Auth service may be misconfigured. Please contact support.",
  ],
  ["", 500, "Server error: Auth service may be misconfigured. Please contact support."],
  ["Email rate limit exceeded", 429, "Email rate limit exceeded"],
  ["", 400, "Failed to create account. Please try again."],
  ["   ", undefined, "Failed to create account. Please try again."],
  [undefined, undefined, "Failed to create account. Please try again."],
])("%j with status %s", (message, status, expected) => {
  expect(signupMessage({ message, status })).toBe(expected);
});

test.each([
  ["User already registered", true, false],
  ["Email not confirmed", false, true],
  ["email NOT CONFIRMED yet", false, true],
  ["Invalid login credentials", false, false],
  ["", false, false],
  [undefined, false, false],
])("%j: the address is registered %s, is to be confirmed %s", (message, registered, unconfirmed) => {
  expect([isRegistered({ message }), isUnconfirmed({ message })]).toEqual([registered, unconfirmed]);
});

test("the first rule that fits wins", () => {
  const message = "Invalid email or password: already registered, not enabled";
  expect(signupMessage({ message, status: 500 })).toMatch(/^Sign-ups are temporarily disabled/);
});
