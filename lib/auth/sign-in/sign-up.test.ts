import { createClient } from "@supabase/supabase-js";
import { signUp } from "@/lib/auth/sign-in/sign-up";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("@/lib/supabase/server", () => ({
  detachedAuthClient: async () => client,
  adoptSession: async () => {},
}));
jest.mock("@/lib/auth/data", () => ({
  getSessionContext: async () => ({ staff_role: null }),
  wasAccountEmailed: async (email: string) => email !== "never-emailed@example.com",
}));
jest.mock("@/lib/auth/session/access-token", () => ({ requireClaims: async () => ({ aal: "aal1" }) }));
const alerts: unknown[] = [];
jest.mock("@/lib/supabase/mutations", () => ({
  alertStaff: async (...alert: unknown[]) => void alerts.push(alert),
}));
jest.mock("@/lib/auth/sign-in/link-orders", () => ({ tryLinkOrders: async () => 0 }));
setTestSettings();

const calls: { path: string; back: string | null; body: Record<string, unknown> }[] = [];
const answer = {
  access_token: "a.b.c",
  refresh_token: "r",
  token_type: "bearer",
  expires_in: 3600,
  user: { id: "u" },
};
const answers: Record<string, () => Response> = {};
const client = createClient("http://127.0.0.1:1", "sb_publishable_test", {
  auth: { persistSession: false, autoRefreshToken: false },
  global: {
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      const back = searchParams.get("redirect_to");
      calls.push({ path: pathname, back, body: JSON.parse(String(init?.body)) });
      return answers[pathname]?.() ?? Response.json(answer);
    },
  },
});

beforeEach(() => {
  calls.length = 0;
});

test.each([
  ["free", "/submit?plan=free", "/submit?plan=free"],
  ["starter", "/dashboard", "/pricing?plan=starter"],
  ["pro", "/dashboard", "/pricing?plan=pro"],
  ["elite", "/dashboard", "/pricing?plan=elite"],
])("sends the plan %s with the return path %s", async (plan, back, redirectTo) => {
  const signedUp = await signUp({ email: "casey@example.com", password: "password123", plan });
  expect(signedUp).toEqual({ isSignedIn: true, redirectTo });
  expect(calls).toEqual([
    {
      path: "/auth/v1/signup",
      back: `http://localhost:3000${back}`,
      body: expect.objectContaining({
        email: "casey@example.com",
        password: "password123",
        data: { selected_plan: plan },
      }),
    },
  ]);
});

test("redirects to the requested page only when it is on our site", async () => {
  const account = { email: "casey@example.com", password: "password123", plan: "free" };
  expect((await signUp({ ...account, next: "/dashboard" })).redirectTo).toBe("/dashboard");
  expect((await signUp({ ...account, next: "//evil.example" })).redirectTo).toBe("/submit?plan=free");
});

const refuse = (status: number, error_code: string, msg: string, more = {}) => {
  answers["/auth/v1/signup"] = () => Response.json({ error_code, msg, ...more }, { status });
};
const OFF = "Sign-ups are temporarily disabled. Please contact support.";
const MISCONFIGURED = "Server error: Auth service may be misconfigured. Please contact support.";

test.each([
  [422, "signup_disabled", "Signups not allowed for this instance", [400, OFF, true]],
  [
    422,
    "user_already_exists",
    "User already registered",
    [400, "This email is already registered. Please sign in instead.", false],
  ],
  [
    400,
    "email_address_invalid",
    "Email address is invalid",
    [400, "Please enter a valid email address.", false],
  ],
  [
    400,
    "validation_failed",
    "Unable to validate email address: invalid format",
    [400, "Please enter a valid email address.", false],
  ],
  [400, "captcha_failed", "captcha protection: request disallowed", [500, MISCONFIGURED, true]],
  [500, "unexpected_failure", "Database error saving new user", [500, MISCONFIGURED, false]],
  [
    500,
    "unexpected_failure",
    "Error sending confirmation email",
    [502, "We couldn't send the email. Check the address, or try again in a few minutes.", true],
  ],
  [400, "something_new", "The hook says no", [400, "The hook says no", false]],
  [400, "something_new", "", [400, "Failed to create account. Please try again.", false]],
])("shows for status %d with code %s (%s): %j", async (status, code, text, [expected, message, isAlert]) => {
  alerts.length = 0;
  jest.spyOn(console, "error").mockImplementation(() => {});
  refuse(status, code, text);
  const attempt = signUp({ email: "never-emailed@example.com", password: "password123", plan: "free" });
  await expect(attempt).rejects.toMatchObject({ status: expected, message });
  expect(alerts).toHaveLength(isAlert ? 1 : 0);
  delete answers["/auth/v1/signup"];
});

describe("where addresses are confirmed by mail", () => {
  const waitingMs = 2_500;
  beforeEach(() => {
    jest.useFakeTimers();
    answers["/auth/v1/token"] = () =>
      Response.json({ error_code: "invalid_credentials", msg: "Invalid login credentials" }, { status: 400 });
  });
  afterEach(() => {
    jest.useRealTimers();
    for (const path of Object.keys(answers)) delete answers[path];
  });

  test.each([
    // For an existing account, the service neither hashes a password nor sends an email.
    ["has an account", () => Response.json({ id: "u", identities: [] })],
    [
      "was just emailed",
      () =>
        Response.json(
          {
            error_code: "over_email_send_rate_limit",
            msg: "you can only request this after 50 seconds",
          },
          { status: 429 },
        ),
    ],
  ])("delays the response for an address that %s", async (_, answerOf) => {
    answers["/auth/v1/signup"] = answerOf;
    let ended: object | undefined;
    void signUp({ email: "casey@example.com", password: "password123", plan: "free" }).then((signedUp) => {
      ended = signedUp;
    });
    await jest.advanceTimersByTimeAsync(waitingMs - 1);
    expect(ended).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toEqual({ isSignedIn: false, redirectTo: "/login?next=%2Fsubmit&plan=free&created=1" });
  });
});
