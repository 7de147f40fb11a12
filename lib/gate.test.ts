import { SignJWT } from "jose";
import { NextRequest } from "next/server";
import { handleRequest, privatePolicy } from "@/lib/gate";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const SECRET = "test-jwt-secret-of-at-least-32-characters";
const SIGNED_IN = "signed_in=1";
const FACTOR = { id: "f", factor_type: "totp", status: "verified" };

type Person = {
  userId?: string;
  aal?: "aal1" | "aal2";
  role?: string | null;
  factors?: object[];
  seconds?: number;
};

/** Calls to the services in order, each as the last part of its URL. */
const asked: string[] = [];
let answers: {
  role: string | null;
  factors: object[];
  isOutage: boolean;
  hasEnded?: boolean;
  refresh?: Response;
};

beforeEach(() => {
  asked.length = 0;
  answers = { role: null, factors: [], isOutage: false };
  jest.spyOn(console, "error").mockImplementation();
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    asked.push(pathname.split("/").at(-1) ?? "");
    if (answers.isOutage) return Response.json({ code: "PGRST000", message: "away" }, { status: 503 });
    if (pathname.endsWith("/rpc/get_session_context")) {
      return Response.json({
        staff_role: answers.role,
        profile_complete: true,
        subscription: null,
        renewing_customer: null,
      });
    }
    if (pathname.endsWith("/token")) return answers.refresh ?? Response.json(await aNewSession({}));
    if (pathname.endsWith("/user") && answers.hasEnded)
      return Response.json({ error_code: "session_not_found", msg: "gone" }, { status: 403 });
    return Response.json({ id: "u", email: "a@b.test", factors: answers.factors });
  });
});
afterEach(() => jest.restoreAllMocks());

async function aNewSession({ userId = "u", aal = "aal1", seconds = 3600 }: Person) {
  const access_token = await new SignJWT({ role: "authenticated", email: "a@b.test", aal })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience("authenticated")
    .setJti(crypto.randomUUID())
    .setExpirationTime(`${seconds} s`)
    .sign(new TextEncoder().encode(SECRET));
  return {
    access_token,
    refresh_token: crypto.randomUUID(),
    token_type: "bearer",
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    user: { id: userId },
  };
}

async function aSession(person: Person = {}): Promise<string> {
  const text = Buffer.from(JSON.stringify(await aNewSession(person))).toString("base64url");
  return `sb=base64-${text}; ${SIGNED_IN}`;
}

async function visit(path: string, cookie: string) {
  const url = `http://localhost:3000${path}`;
  const response = await handleRequest(new NextRequest(url, { headers: { cookie } }));
  const location = response.headers.get("location");
  return {
    leadsTo: location && new URL(location).pathname,
    query: location && new URL(location).search,
    state: response.headers.get("x-middleware-request-x-session-state"),
    removed: response.cookies.getAll().flatMap(({ name, maxAge }) => (maxAge === 0 ? [name] : [])),
    role: response.cookies.get("staff-role"),
    session: response.cookies.get("sb"),
    policy: response.headers.get("content-security-policy") ?? "",
    /** The cookies that the page receives. */
    handedOn: response.headers.get("x-middleware-request-cookie") ?? "",
  };
}

test("reads the staff role once and caches it in a cookie", async () => {
  answers.role = "owner";
  const session = await aSession();
  const first = await visit("/admin", session);
  expect(first.leadsTo).toBeNull();
  expect(first.role).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", maxAge: 300 });
  expect(first.handedOn).toContain(`staff-role=${first.role?.value}`);
  expect(asked).toEqual(["get_session_context"]);

  const next = await visit("/admin/people", `${session}; staff-role=${first.role?.value}`);
  expect(next).toMatchObject({ leadsTo: null, role: undefined });
  expect(asked).toEqual(["get_session_context"]);
});

test.each([
  ["another person", { userId: "v" }],
  ["another session of the same person", {}],
])("rejects the role cookie of %s", async (_, person) => {
  answers.role = "owner";
  const { role } = await visit("/admin", await aSession());
  answers.role = null;
  const stranger = await visit("/admin", `${await aSession(person)}; staff-role=${role?.value}`);
  expect(stranger).toMatchObject({ leadsTo: "/dashboard", role: undefined });
});

test("redirects a customer to the dashboard without a role cookie", async () => {
  expect(await visit("/admin", await aSession())).toMatchObject({ leadsTo: "/dashboard", role: undefined });
  expect(asked).toEqual(["get_session_context", "user"]);
});

test("redirects a customer once the second factor is verified", async () => {
  answers.factors = [FACTOR];
  expect((await visit("/admin", await aSession({ aal: "aal2" }))).leadsTo).toBe("/dashboard");
  expect(asked).toEqual(["get_session_context"]);
});

test("lets a session that needs the second factor reach the page", async () => {
  // The database returns no role for such a session.
  answers.factors = [FACTOR];
  expect(await visit("/admin", await aSession())).toMatchObject({ leadsTo: null, role: undefined });
});

test("lets the page explain an outage", async () => {
  answers.isOutage = true;
  expect(await visit("/admin", await aSession())).toMatchObject({ leadsTo: null, role: undefined });
});

test("redirects no one when the second factor can't be read", async () => {
  const session = await aSession();
  const { fetch } = globalThis;
  jest
    .spyOn(globalThis, "fetch")
    .mockImplementation((input, init) =>
      String(input instanceof Request ? input.url : input).endsWith("/user")
        ? Promise.resolve(Response.json({ code: "bad_jwt", message: "no" }, { status: 403 }))
        : fetch(input, init),
    );
  expect((await visit("/admin", session)).leadsTo).toBeNull();
});

test("allows WebAssembly on the receiving desk only", async () => {
  answers.role = "staff";
  const session = await aSession();
  expect((await visit("/admin/receive", session)).policy).toContain("'wasm-unsafe-eval'");
  expect((await visit("/admin", session)).policy).not.toContain("wasm");
});

describe("a session cookie without a readable session", () => {
  const half = `base64-${btoa(JSON.stringify({ access_token: "a" })).slice(0, 10)}`;
  const notOurs = `base64-${btoa(JSON.stringify({ user: "another app's" }))}`;

  test.each([
    [["sb"], `sb=${half}`],
    [["sb"], `sb=${notOurs}`],
    [["sb.0"], `sb.0=${half}`],
    [["sb", "sb.0", "sb.1"], `sb=x; sb.0=${half}; sb.1=y`],
  ])("is removed (%j), with the reason in the login URL", async (names, cookie) => {
    for (const path of ["/dashboard", "/submit", "/portal/profile", "/admin"]) {
      const { leadsTo, query, removed } = await visit(path, `${cookie}; other=1; ${SIGNED_IN}`);
      expect([leadsTo, query]).toEqual(["/login", `?next=${encodeURIComponent(path)}&failed=session`]);
      expect(removed).toEqual([...names, "signed_in"]);
    }
    for (const path of ["/login", "/api/profile"]) {
      const { leadsTo, removed, handedOn } = await visit(path, `${cookie}; other=1`);
      expect([leadsTo, removed, handedOn]).toEqual([null, names, "other=1"]);
    }
    expect(asked).toEqual([]);
  });

  test("is kept when readable, while a leftover chunk is removed", async () => {
    const text = (await aSession()).slice("sb=".length, -`; ${SIGNED_IN}`.length);
    const chunks = `sb.0=${text.slice(0, 300)}; sb.1=${text.slice(300)}`;
    const { leadsTo, removed, handedOn } = await visit("/dashboard", `${chunks}; sb.2=left; ${SIGNED_IN}`);
    expect([leadsTo, removed, handedOn]).toEqual([null, ["sb.2"], `${chunks}; ${SIGNED_IN}`]);
  });
});

test.each(["/dashboard", "/api/orders"])("makes no network call for %s", async (path) => {
  expect((await visit(path, await aSession())).leadsTo).toBeNull();
  expect(asked).toEqual([]);
});

describe("the log-in", () => {
  test("ends a session revoked elsewhere without another redirect", async () => {
    answers.hasEnded = true;
    const { leadsTo, removed, state } = await visit("/login?next=%2Fadmin&failed=ended", await aSession());
    expect({ leadsTo, removed, state }).toEqual({
      leadsTo: null,
      removed: ["sb", "signed_in"],
      state: "ended",
    });
  });

  test("keeps a session that the auth service confirms", async () => {
    expect(await visit("/login", await aSession())).toMatchObject({ state: "valid", removed: [] });
    expect(asked).toEqual(["user"]);
  });
});

test("leaves the session to the handlers of auth endpoints", async () => {
  expect(await visit("/api/auth/login", await aSession({ seconds: -60 }))).toMatchObject({
    session: undefined,
  });
  expect(asked).toEqual([]);
});

test("removes a session above 8 KB and passes the reason to the login", async () => {
  const chunks = [0, 1, 2].map((part) => `sb.${part}=${"x".repeat(3_000)}`).join("; ");
  expect(await visit("/dashboard", `${chunks}; ${SIGNED_IN}`)).toMatchObject({
    leadsTo: "/login",
    query: "?next=%2Fdashboard&failed=large",
    removed: ["sb.0", "sb.1", "sb.2", "signed_in"],
  });
});

describe("a refresh that is answered with", () => {
  test.each([
    [
      "a refusal of the service",
      Response.json({ error_code: "session_expired" }, { status: 400 }),
      ["sb", "signed_in"],
    ],
    ["a paused project", new Response("paused", { status: 540 }), []],
    ["a wrong key", Response.json({ message: "Invalid API key" }, { status: 401 }), []],
    ["a page of HTML and 200", new Response("<html>"), []],
    ["too many calls", new Response("slow down", { status: 429 }), []],
  ])("%s removes the cookies %#", async (_, refresh, removed) => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
    jest.mocked(globalThis.fetch).mockImplementation(async () => {
      asked.push("token");
      return refresh.clone();
    });
    const visited = visit("/submit", await aSession({ seconds: -60 }));
    let isDone = false;
    void visited.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      if (asked.length > 0) jest.advanceTimersByTime(50);
    }
    expect(await visited).toMatchObject({ leadsTo: "/login", removed });
    jest.useRealTimers();
  });
});

describe("the access token", () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
  afterEach(() => jest.useRealTimers());

  test.each([
    [60, ["token"]],
    [600, []],
  ])("with %d seconds left is refreshed by the calls %j", async (seconds, calls) => {
    const { leadsTo, session, handedOn } = await visit("/submit", await aSession({ seconds }));
    expect([leadsTo, asked]).toEqual([null, calls]);
    expect(session?.httpOnly).toBe(calls.length > 0 ? true : undefined);
    if (session) expect(handedOn).toContain(`sb=${encodeURIComponent(session.value)}`);
  });

  test("is retried after 200, 400 and 800 ms during an outage", async () => {
    answers.isOutage = true;
    const session = await aSession({ seconds: -60 });
    const begun = Date.now();
    const askedAt: number[] = [];
    let isDone = false;
    const done = visit("/submit", session).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      while (askedAt.length < asked.length) askedAt.push(Date.now() - begun);
      // The clock starts at the first network call. Earlier work is local.
      if (asked.length > 0) jest.advanceTimersByTime(50);
    }
    expect(askedAt.slice(0, 4)).toEqual([0, 200, 600, 1_400]);
    expect((await done).leadsTo).toBe("/login");
  });
});

describe("security headers", () => {
  const checkoutOrigin = "https://pay.example";

  test("allows only scripts with the request's nonce on https", () => {
    expect(
      privatePolicy("abc", { checkoutOrigin, secure: true, dev: false, wasm: false }).split("; "),
    ).toEqual([
      "default-src 'none'",
      "script-src 'self' 'nonce-abc' 'strict-dynamic'",
      "style-src 'self' 'nonce-abc'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self' https://pay.example",
      "frame-ancestors 'none'",
      "upgrade-insecure-requests",
    ]);
  });
});
