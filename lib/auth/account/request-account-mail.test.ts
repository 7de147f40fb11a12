import { createClient } from "@supabase/supabase-js";
import { requestAccountMail } from "@/lib/auth/account/request-account-mail";
import { setTestSettings } from "@/sandbox/builders/test-settings";

// Jest's clock does not reach this module's own.
jest.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
jest.mock("@/lib/supabase/server", () => ({ detachedAuthClient: async () => client }));
setTestSettings();

let answer: () => Response;
const client = createClient("http://127.0.0.1:1", "sb_publishable_test", {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: async () => answer() },
});

const refusal = (status: number, error_code: string) => () =>
  Response.json({ error_code, msg: error_code }, { status });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ["has an account", () => Response.json({})],
  ["has none", refusal(400, "user_not_found")],
  ["was mailed a moment ago", refusal(429, "over_email_send_rate_limit")],
])("an address that %s is answered alike, and not before the others", async (_, answerOf) => {
  for (const kind of ["recovery", "confirmation"] as const) {
    answer = answerOf;
    let ended: object | undefined;
    void requestAccountMail(kind, "casey@example.com").then((sent) => {
      ended = sent;
    });
    await jest.advanceTimersByTimeAsync(2_499);
    expect(ended).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toEqual({ sent: true });
  }
});

test("a service that cannot send says so for every address", async () => {
  answer = refusal(500, "unexpected_failure");
  const failed = expect(requestAccountMail("recovery", "casey@example.com")).rejects.toMatchObject({
    status: expect.any(Number),
  });
  await jest.advanceTimersByTimeAsync(2_500);
  await failed;
});
