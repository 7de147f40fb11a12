import type { Factor, User } from "@supabase/supabase-js";
import { authenticatorOf, needsSecondFactor } from "@/lib/auth/authenticator";
import { accountMailSchema, loginSchema, newPasswordSchema, signupSchema } from "@/lib/auth/schema";
import { sessionContextSchema } from "@/lib/auth/session-context";
import { isSignupPlan } from "@/lib/auth/signup-rules";

describe("schema", () => {
  const REQUIRED = "Please enter both email and password";
  const firstIssue = (result: { error?: { issues: { message: string }[] } }) =>
    result.error?.issues[0]?.message;

  describe("log in", () => {
    test("trims the email but never the password", () => {
      expect(loginSchema.parse({ email: "  a@b.test \n", password: " secret " })).toEqual({
        email: "a@b.test",
        password: " secret ",
      });
    });

    test.each([
      [{ email: "", password: "" }],
      [{ email: "   ", password: "secret" }],
      [{ email: "a@b.test" }],
      [{}],
      [{ email: ["a@b.test"], password: { $ne: "" } }],
    ])("rejects %j with the specified message", (value) => {
      expect(firstIssue(loginSchema.safeParse(value))).toBe(REQUIRED);
    });

    test.each([[`/${"a".repeat(3000)}`], [["/submit"]], [{}], [7]])("drops an invalid next", (next) => {
      const body = { email: "a@b.test", password: "secret", next, plan: ["free"] };
      expect(loginSchema.parse(body)).toEqual({ email: "a@b.test", password: "secret" });
    });
  });

  describe("sign up", () => {
    const good = { email: "a@b.test", password: "secret", confirmPassword: "secret", plan: "free" };

    test.each([
      [{}, "Please fill in all fields"],
      [{ ...good, email: " " }, "Please fill in all fields"],
      [{ ...good, password: "", confirmPassword: "" }, "Please fill in all fields"],
      [{ ...good, confirmPassword: "" }, "Please fill in all fields"],
      [{ ...good, password: "12345", confirmPassword: "12345" }, "Password must be at least 6 characters"],
      [{ ...good, confirmPassword: "other1" }, "Passwords do not match"],
      [{ ...good, email: "a".repeat(300) }, "Please enter a valid email address."],
      [{ ...good, plan: undefined }, "Please select a plan"],
      [{ ...good, plan: "platinum" }, "Please select a plan"],
      [
        { ...good, password: "a".repeat(73), confirmPassword: "a".repeat(73) },
        "Password is too long. Use at most 72 characters. Accented letters and emoji count as more than one.",
      ],
    ])("validates %j: %s", (value, message) => {
      expect(firstIssue(signupSchema.safeParse(value))).toBe(message);
    });

    test("accepts the longest password that the service reads in full", () => {
      const password = "a".repeat(72);
      expect(signupSchema.safeParse({ ...good, password, confirmPassword: password }).success).toBe(true);
    });

    test("treats both Unicode encodings of the same letters as one password", () => {
      const [composed, decomposed] = ["caf\u00e9-caf\u00e9", "cafe\u0301-cafe\u0301"];
      const value = { ...good, password: decomposed, confirmPassword: composed };
      expect(signupSchema.parse(value)).toMatchObject({ password: composed, confirmPassword: composed });
      expect(loginSchema.parse({ email: "a@b.test", password: decomposed }).password).toBe(composed);
    });

    test("accepts six characters and trims the email", () => {
      expect(signupSchema.parse({ ...good, email: " a@b.test " })).toEqual(good);
    });
  });

  describe("a new password", () => {
    const good = { tokenHash: "abcdef123", password: "123456", confirmPassword: "123456" };
    const problem = (value: object) => newPasswordSchema.safeParse(value).error?.issues[0]?.message;

    test.each([
      [good, undefined],
      [{ ...good, code: " 123456 " }, undefined],
      [{ ...good, code: "12345" }, "Please enter the six-digit code from your authenticator app."],
      [{ ...good, password: "12345", confirmPassword: "12345" }, "Password must be at least 6 characters"],
      [{ ...good, confirmPassword: "1234567" }, "Passwords do not match"],
    ])("validates %j: %s", (value, message) => {
      expect(problem(value)).toBe(message);
    });

    test("requires a link", () => {
      expect(newPasswordSchema.safeParse({ ...good, tokenHash: "" }).success).toBe(false);
    });
  });
});

test.each([
  ["", "Please enter your email address."],
  ["nobody", "Please enter a valid email address."],
  [`${"a".repeat(250)}@example.com`, "Please enter a valid email address."],
])("rejects %j as an email address", (email, message) => {
  expect(accountMailSchema.safeParse({ email }).error?.issues[0]?.message).toBe(message);
});

describe("authenticator", () => {
  const aFactor = (changes: Partial<Factor>) =>
    ({ id: "app", factor_type: "totp", status: "verified", ...changes }) as Factor;
  const withFactors = (...factors: Factor[]) => ({ factors }) as unknown as User;

  test.each([
    ["no list", {} as User, null],
    ["an app whose first code never came", withFactors(aFactor({ status: "unverified" })), null],
    ["a factor of another kind", withFactors(aFactor({ factor_type: "phone" })), null],
    [
      "an app, after one that was given up",
      withFactors(aFactor({ id: "x", status: "unverified" }), aFactor({})),
      "app",
    ],
  ])("finds the authenticator in %s: %3$s", (_, user, expected) => {
    expect(authenticatorOf(user)).toBe(expected);
  });

  test.each([
    [withFactors(), "aal1", false],
    [withFactors(aFactor({})), "aal2", false],
    [withFactors(aFactor({})), "aal1", true],
    [withFactors(aFactor({})), undefined, true],
  ] as const)("returns whether %j at %s needs the second factor: %s", (user, aal, expected) => {
    expect(needsSecondFactor(user, aal)).toBe(expected);
  });
});

describe("session context", () => {
  const customer = { staff_role: null, profile_complete: false, subscription: null, renewing_customer: null };

  test.each([
    [customer, customer],
    [
      { ...customer, staff_role: "owner", subscription: { plan_type: "pro", status: "active" } },
      { ...customer, staff_role: "owner", subscription: { plan_type: "pro" } },
    ],
  ])("accepts %j", (answer, context) => {
    expect(sessionContextSchema.parse(answer)).toEqual(context);
  });

  test.each([
    { ...customer, staff_role: "admin" },
    { ...customer, subscription: { plan_type: "free" } },
    { ...customer, profile_complete: null },
    null,
  ])("refuses %j", (answer) => {
    expect(sessionContextSchema.safeParse(answer).success).toBe(false);
  });
});

describe("signup rules", () => {
  test.each([
    ["free", true],
    ["elite", true],
    ["payg", false],
    ["constructor", false],
    [null, false],
  ])("returns whether %j is a sign-up plan: %s", (plan, expected) => {
    expect(isSignupPlan(plan)).toBe(expected);
  });
});
