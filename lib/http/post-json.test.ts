import { AuthApiError } from "@supabase/supabase-js";
import { AppError } from "@/lib/base/errors";
import { messages } from "@/lib/base/messages";
import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { getJson, postJson } from "@/lib/http/post-json";
import { logFailedPage, redactConsole } from "@/lib/http/prepare-server";
import { catchLog } from "@/sandbox/builders/caught-log";

describe("post json", () => {
  const answers = jest.fn<Promise<Response>, [string, RequestInit]>();
  globalThis.fetch = answers as unknown as typeof fetch;

  const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));

  beforeEach(() => answers.mockReset());
  afterEach(() => jest.useRealTimers());

  test("sends JSON and returns the response", async () => {
    answers.mockReturnValue(json({ url: "/next" }, 201));
    expect(await postJson("/api/x", { a: 1 }, { method: "DELETE" })).toEqual({
      ok: true,
      status: 201,
      data: { url: "/next" },
    });
    expect(answers).toHaveBeenCalledWith(
      "/api/x",
      expect.objectContaining({
        method: "DELETE",
        headers: { "content-type": "application/json" },
        body: '{"a":1}',
      }),
    );
  });

  test("keeps the full response of a failure", async () => {
    const body = {
      error: "Too many cards.",
      code: "over_allowance",
      fields: { count: "Too many." },
      order: { version: 3 },
    };
    answers.mockReturnValue(json(body, 409));
    expect(await postJson("/api/x", {})).toEqual({
      ok: false,
      status: 409,
      code: "over_allowance",
      error: "Too many cards.",
      fields: { count: "Too many." },
      reply: body,
    });
  });

  test.each([[null], [{ error: 1, code: 2, fields: "x" }], [{ error: "" }]])(
    "shows a default text for a failure with the body %j",
    async (body) => {
      answers.mockReturnValue(json(body, 502));
      expect(await postJson("/api/x", {})).toMatchObject({
        ok: false,
        status: 502,
        code: "unexpected",
        error: messages.unexpected,
        fields: {},
      });
    },
  );

  const noAnswer = {
    ok: false,
    status: 0,
    code: "no_answer",
    error: messages.unexpected,
    fields: {},
    reply: {},
  };

  test("treats a network error or a non-JSON response as no response", async () => {
    answers.mockRejectedValueOnce(new TypeError("fetch failed"));
    expect(await postJson("/api/x", {})).toEqual(noAnswer);
    answers.mockReturnValueOnce(Promise.resolve(new Response("<html>", { status: 502 })));
    expect(await postJson("/api/x", {})).toEqual(noAnswer);
  });

  const stalls = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });

  test("aborts a stalled connection after twelve seconds", async () => {
    jest.useFakeTimers();
    answers.mockImplementation(stalls);
    const done = jest.fn();
    const posted = postJson("/api/x", {}).then(done);
    const asked = getJson("/api/x").then(done);
    await jest.advanceTimersByTimeAsync(11_999);
    expect(done).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await Promise.all([posted, asked]);
    expect(done.mock.calls).toEqual([[noAnswer], [noAnswer]]);
  });
});

describe("log failed page", () => {
  const logged = catchLog();

  test("logs a failed page with its route, request and shown reference", () => {
    withinRequest(new RequestContext("r1", "/track/secret"), () => {
      logFailedPage(new AppError("database_unavailable"), "/track/[token]");
    });
    expect(logged("page.failed")).toEqual([
      {
        at: expect.any(String),
        level: "error",
        event: "page.failed",
        route: "/track/[id]",
        reference: "r1",
        error: expect.stringContaining("AppError"),
        request: "r1",
      },
    ]);
  });

  test("logs an unexpected error with Next's digest and redacts addresses", () => {
    logFailedPage(Object.assign(new TypeError("no jane@example.org"), { digest: "1234567" }), "/admin/page");
    logFailedPage("thrown", "/login");
    expect(logged("page.failed")).toMatchObject([
      { route: "unlisted", reference: "1234567", error: "TypeError: no [email]" },
      { route: "/login", error: "string" },
    ]);
  });
});

describe("redact console", () => {
  const printed: unknown[][] = [];
  const { error, warn } = console;
  beforeEach(() => {
    printed.length = 0;
    console.error = console.warn = (...said: unknown[]) => void printed.push(said);
    redactConsole();
  });
  afterEach(() => void Object.assign(console, { error, warn }));

  test("doesn't print auth client errors", () => {
    // biome-ignore lint/suspicious/noConsole: as the auth client does.
    console.warn(new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found"));
    console.error(new AuthApiError("User is banned", 403, "user_banned"));
    expect(printed).toEqual([]);
  });

  test("logs a printed error as one redacted line", () => {
    const cause = new Error("Key (email)=(jane@example.org) of sb_secret_abc exists");
    console.error(" ⨯", new TypeError("no order\n  of jane@example.org", { cause }));
    expect(printed).toHaveLength(1);
    const line = JSON.parse(String(printed[0]?.[0]));
    expect(line).toEqual({
      at: expect.any(String),
      level: "error",
      event: "server.error",
      error:
        "TypeError: no order\n  of [email] <- Error: Key (email)=([email]) of sb_secret_[redacted] exists",
      places: expect.stringMatching(/^at .*post-json\.test\.ts:\d+:\d+/),
    });
  });
});
