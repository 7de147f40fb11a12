import { confirmSchema, loginSchema, newPasswordSchema, signupSchema } from "@/lib/auth/schema";

const REQUIRED = "Please enter both email and password";
const firstIssue = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

describe("log in", () => {
  test("trims the address, never the password", () => {
    expect(loginSchema.parse({ email: "  a@b.test \n", password: " secret " })).toEqual({
      email: "a@b.test",
      password: " secret ",
    });
  });

  test.each([
    [{ email: "", password: "" }],
    [{ email: "a@b.test", password: "" }],
    [{ email: "   ", password: "secret" }],
    [{ email: "a@b.test" }],
    [{}],
    [{ email: ["a@b.test"], password: { $ne: "" } }],
  ])("refuses %j with the message of the specification", (value) => {
    expect(firstIssue(loginSchema.safeParse(value))).toBe(REQUIRED);
  });

  test("takes next and plan along", () => {
    const body = { email: "a@b.test", password: "secret", next: "/submit", plan: "free" };
    expect(loginSchema.parse(body)).toEqual(body);
  });

  test.each([
    [{ email: "a".repeat(300), password: "secret" }],
    [{ email: "a@b.test", password: "a".repeat(300) }],
  ])("refuses endless texts as it refuses wrong ones", (value) => {
    expect(firstIssue(loginSchema.safeParse(value))).toBe("Invalid email or password");
  });

  test.each([[`/${"a".repeat(3000)}`], [["/submit"]], [{}], [7]])(
    "drops a next that makes no sense",
    (next) => {
      const body = { email: "a@b.test", password: "secret", next, plan: ["free"] };
      expect(loginSchema.parse(body)).toEqual({ email: "a@b.test", password: "secret" });
    },
  );
});

describe("sign up", () => {
  const good = { email: "a@b.test", password: "secret", confirmPassword: "secret", plan: "free" };

  test.each([
    [{}, "Please fill in all fields"],
    [{ ...good, email: " " }, "Please fill in all fields"],
    [{ ...good, password: "", confirmPassword: "" }, "Please fill in all fields"],
    [{ ...good, confirmPassword: "" }, "Please fill in all fields"],
    [{ ...good, password: "12345", confirmPassword: "12345" }, "Password must be at least 6 characters"],
    [{ ...good, password: "12345", confirmPassword: "other" }, "Password must be at least 6 characters"],
    [{ ...good, confirmPassword: "other1" }, "Passwords do not match"],
    [{ ...good, confirmPassword: "Secret" }, "Passwords do not match"],
    [{ ...good, email: "a".repeat(300) }, "Please enter a valid email address."],
    [{ ...good, plan: undefined }, "Please select a plan"],
    [{ ...good, plan: "" }, "Please select a plan"],
    [{ ...good, plan: "platinum" }, "Please select a plan"],
    [
      { ...good, password: "a".repeat(73), confirmPassword: "a".repeat(73) },
      "Password must be at most 72 characters",
    ],
  ])("%j: %s", (value, message) => {
    expect(firstIssue(signupSchema.safeParse(value))).toBe(message);
  });

  test.each([
    ["password", { password: "12345", confirmPassword: "12345" }],
    ["password", { password: "a".repeat(73), confirmPassword: "a".repeat(73) }],
    ["confirmPassword", { confirmPassword: "other1" }],
    ["plan", { plan: "platinum" }],
  ])("a problem is told beside the field %s: %j", (field, changes) => {
    expect(signupSchema.safeParse({ ...good, ...changes }).error?.issues[0]?.path).toEqual([field]);
  });

  test("accepts the longest password that is read in full", () => {
    const password = "a".repeat(72);
    expect(signupSchema.safeParse({ ...good, password, confirmPassword: password }).success).toBe(true);
  });

  test("accepts six characters and trims the address", () => {
    expect(signupSchema.parse({ ...good, email: " a@b.test " })).toEqual(good);
  });
});

describe("confirm", () => {
  const chosen = { password: "123456", confirmPassword: "123456" };
  const problem = (value: object) => confirmSchema.safeParse(value).error?.issues[0]?.message;

  test.each(["signup", "invite", "email", "magiclink"])("takes links of type %s with a password", (type) => {
    const link = { tokenHash: "pkce_abc-123", type };
    expect(problem({ ...link, ...chosen })).toBeUndefined();
    expect(problem(link)).toBe("Please fill in all fields");
    expect(problem({ ...link, ...chosen, confirmPassword: "1234567" })).toBe("Passwords do not match");
  });

  test("takes the link of a changed address without one", () => {
    expect(problem({ tokenHash: "pkce_abc-123", type: "email_change" })).toBeUndefined();
  });

  test.each([
    [{ tokenHash: "abcdef123", type: "recovery" }],
    [{ tokenHash: "abcdef123", type: "sms" }],
    [{ tokenHash: "abcdef123" }],
    [{ tokenHash: "", type: "signup" }],
    [{ tokenHash: "a b c d e f", type: "signup" }],
    [{ tokenHash: "a".repeat(513), type: "signup" }],
    [{ type: "signup" }],
  ])("refuses %j", (value) => {
    expect(confirmSchema.safeParse({ ...chosen, ...value }).success).toBe(false);
  });
});

describe("a new password", () => {
  const good = { tokenHash: "abcdef123", password: "123456", confirmPassword: "123456" };
  const problem = (value: object) => newPasswordSchema.safeParse(value).error?.issues[0]?.message;

  test.each([
    [good, undefined],
    [{ ...good, code: " 123456 " }, undefined],
    [{ ...good, code: "12345" }, "Please enter the six digits of your authenticator app."],
    [{ ...good, password: "" }, "Please fill in all fields"],
    [{ ...good, password: "12345", confirmPassword: "12345" }, "Password must be at least 6 characters"],
    [{ ...good, confirmPassword: "1234567" }, "Passwords do not match"],
  ])("%j: %s", (value, message) => {
    expect(problem(value)).toBe(message);
  });

  test("needs a link", () => {
    expect(newPasswordSchema.safeParse({ ...good, tokenHash: "" }).success).toBe(false);
  });
});
