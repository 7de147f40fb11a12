import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@/lib/base/error-codes";
import { AppError, type ErrorCode, ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { type CalledService, watchCall } from "@/lib/base/watched-call";
import { catchLog } from "@/sandbox/builders/caught-log";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("errors", () => {
  const codes = Object.keys(errorCodes) as ErrorCode[];

  test("throws every error code somewhere in the code base", () => {
    const sources = ["app", "lib", "supabase/migrations"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter(
          (path) => /\.(tsx?|sql)$/.test(path) && !path.includes(".test.") && path !== "base/error-codes.ts",
        )
        .map((path) => readFileSync(join(folder, path), "utf8")),
    );
    const all = sources.join("\n").replaceAll("'", '"');
    // ServiceUnavailableError builds these codes from the service's name.
    const unavailable = /^(database|auth|payments|storage)_unavailable$/;
    expect(codes.filter((code) => !unavailable.test(code) && !all.includes(`"${code}"`))).toEqual([]);
  });

  test("uses the status and text of its code, or the given text", () => {
    expect(new AppError("price_changed")).toMatchObject({
      name: "AppError",
      code: "price_changed",
      status: 409,
      message: "The price changed. Please check the new total and try again.",
    });
    expect(
      new AppError("over_allowance", { text: "You can only submit up to 3 cards this month" }),
    ).toMatchObject({ status: 409, message: "You can only submit up to 3 cards this month" });
  });

  test("returns 503 with Retry-After for an unavailable service", () => {
    const error = new ServiceUnavailableError("payments", new Error("timeout"));
    expect(error).toMatchObject({
      code: "payments_unavailable",
      status: 503,
      headers: { "retry-after": "5" },
      service: "payments",
    });
  });
});

describe("log", () => {
  let out: string[];
  let errors: string[];
  beforeEach(() => {
    out = [];
    errors = [];
    jest.spyOn(console, "info").mockImplementation((line) => void out.push(line));
    jest.spyOn(console, "error").mockImplementation((line) => void errors.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  function told(error: unknown): string {
    log.error("test.failed", error);
    return JSON.parse(errors.at(-1) ?? "{}").error;
  }

  test.each([
    ["no account of jane.doe+cards@mail.example.org", "no account of [email]"],
    ["sk_live_51HxYz.AbC-1 is no key", "sk_[redacted] is no key"],
    [
      "rk_test_12 whsec_Ab12 sb_secret_x-1 cs_test_a1B2",
      "rk_[redacted] whsec_[redacted] sb_secret_[redacted] cs_[redacted]",
    ],
    ["Bearer eyJhbGciOi.eyJzdWIi.SflKx_wR", "Bearer eyJ[redacted]"],
    ["ask_me and price_sandbox_pro stay", "ask_me and price_sandbox_pro stay"],
    ["an order of pi_1 at 10:30 stays", "an order of pi_1 at 10:30 stays"],
  ])("redacts %s as %s", (message, written) => {
    expect(told(new Error(message))).toBe(`Error: ${written}`);
  });

  test("redacts secrets in causes and error names", () => {
    const named = new Error("refused", { cause: new Error("by whsec_Ab12 of jane@example.org") });
    named.name = "sk_test_1";
    expect(told(named)).toBe("sk_[redacted]: refused <- Error: by whsec_[redacted] of [email]");
  });
});

describe("watched call", () => {
  setTestSettings({ SLOW_STORAGE_MS: "100" });
  const logged = catchLog();

  let now = 0;
  beforeEach(() => {
    now = 1_000;
    jest.spyOn(performance, "now").mockImplementation(() => now);
  });

  const taking = (ms: number) => async () => {
    now += ms;
    return "done";
  };

  test.each<[CalledService, number]>([
    ["database", 500],
    ["storage", 100],
  ])("logs a call to %s as slow from %i ms on", async (service, limit) => {
    const call = { service, name: "some_call" };
    expect(await watchCall(call, taking(limit - 1))).toBe("done");
    expect(logged("call.slow")).toEqual([]);
    expect(await watchCall(call, taking(limit))).toBe("done");
    expect(logged("call.slow")).toEqual([
      { at: expect.any(String), level: "warn", event: "call.slow", service, name: "some_call", ms: limit },
    ]);
  });

  test("logs only the request and route of a slow call", async () => {
    const request = new RequestContext("r1", "/track/secret?email=jane@example.org");
    await withinRequest(request, () =>
      watchCall({ service: "database", name: "get_order" }, taking(2_000.4)),
    );
    expect(logged("call.slow")).toMatchObject([
      { name: "get_order", ms: 2_000, route: "/track/[id]", request: "r1" },
    ]);
    expect(JSON.stringify(logged("call.slow"))).not.toMatch(/secret|jane/);
  });
});
