import { createClient } from "@supabase/supabase-js";
import { requestAccountMail } from "@/lib/auth/account/request-account-mail";
import { setTestSettings } from "@/sandbox/builders/test-settings";

// Jest's fake timers don't cover this module's own.
jest.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
jest.mock("@/lib/supabase/server", () => ({ detachedAuthClient: async () => client }));
setTestSettings();

let answer: () => Response | Promise<Response>;
const client = createClient("http://127.0.0.1:1", "sb_publishable_test", {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: async () => answer() },
});

const alerts: string[] = [];
jest.mock("@/lib/supabase/mutations", () => ({
  alertStaff: async (_work: string, [{ name }]: [{ name: string }]) => void alerts.push(name),
}));
jest.mock("@/lib/auth/data", () => ({
  wasAccountEmailed: async (email: string) => email === "known@example.com",
}));

const refusal = (status: number, error_code: string) => () =>
  Response.json({ error_code, msg: error_code }, { status });

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, "error").mockImplementation(() => {});
  alerts.length = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ["an account", () => Response.json({}), []],
  ["no account", refusal(400, "user_not_found"), []],
  [
    "an account that was emailed a moment ago",
    refusal(429, "over_email_send_rate_limit"),
    [],
    "known@example.com",
  ],
  [
    "a project above its hourly limit",
    refusal(429, "over_email_send_rate_limit"),
    ["over_email_send_rate_limit"],
  ],
  [
    "a mail server that refuses",
    () => Response.json({ code: "unexpected_failure", msg: "Error sending recovery email" }, { status: 500 }),
    ["error_sending_email"],
  ],
  ["a service that fails", () => new Response("bad gateway", { status: 502 }), []],
  ["a service that never answers", () => new Promise<Response>(() => {}), []],
] as [string, () => Response | Promise<Response>, string[], string?][])(
  "gives the same response after the same time for %s",
  async (_, answerOf, alerted, email = "casey@example.com") => {
    answer = answerOf;
    for (const kind of ["recovery", "confirmation"] as const) {
      alerts.length = 0;
      let ended: object | undefined;
      void requestAccountMail(kind, email).then((sent) => {
        ended = sent;
      });
      await jest.advanceTimersByTimeAsync(2_499);
      expect(ended).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1);
      expect(ended).toEqual({ sent: true });
      expect(alerts).toEqual(alerted);
    }
  },
);
