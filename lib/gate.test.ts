import { SignJWT } from "jose";
import { NextRequest } from "next/server";
import { handleRequest } from "@/lib/gate";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const SECRET = "test-jwt-secret-of-at-least-32-characters";
const SIGNED_IN = "signed_in=1";
const FACTOR = { id: "f", factor_type: "totp", status: "verified" };

type Person = { userId?: string; aal?: "aal1" | "aal2"; role?: string | null; factors?: object[] };

/** What the services were asked in the order of the questions, by the last part of each address. */
const asked: string[] = [];
let answers: { role: string | null; factors: object[]; isAway: boolean };

beforeEach(() => {
  asked.length = 0;
  answers = { role: null, factors: [], isAway: false };
  jest.spyOn(console, "error").mockImplementation();
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    asked.push(pathname.split("/").at(-1) ?? "");
    if (answers.isAway) return Response.json({ code: "PGRST000", message: "away" }, { status: 503 });
    if (pathname.endsWith("/rpc/get_session_context")) {
      return Response.json({ staff_role: answers.role, profile_complete: true, subscription: null });
    }
    return Response.json({ id: "u", email: "a@b.test", factors: answers.factors });
  });
});
afterEach(() => jest.restoreAllMocks());

/** The cookies of a browser in which this person is signed in. */
async function aSession({ userId = "u", aal = "aal1" }: Person = {}): Promise<string> {
  const token = await new SignJWT({ role: "authenticated", email: "a@b.test", aal })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience("authenticated")
    .setJti(crypto.randomUUID())
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(SECRET));
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = {
    access_token: token,
    refresh_token: "r",
    token_type: "bearer",
    expires_in: 3600,
    expires_at,
  };
  const text = Buffer.from(JSON.stringify({ ...session, user: { id: userId } })).toString("base64url");
  return `sb=base64-${text}; ${SIGNED_IN}`;
}

async function visit(path: string, cookie: string) {
  const url = `http://localhost:3000${path}`;
  const response = await handleRequest(new NextRequest(url, { headers: { cookie } }));
  const location = response.headers.get("location");
  return {
    leadsTo: location && new URL(location).pathname,
    role: response.cookies.get("staff-role"),
    /** The cookies that the page behind reads. */
    handedOn: response.headers.get("x-middleware-request-cookie") ?? "",
  };
}

test("staff are asked for once: the cookie of the first visit spares the next ones", async () => {
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

test("a cookie that is about to run out is made anew", async () => {
  answers.role = "staff";
  const session = await aSession();
  const { role } = await visit("/admin", session);
  jest.useFakeTimers({
    now: Date.now() + 285_000,
    doNotFake: ["nextTick", "setImmediate", "queueMicrotask"],
  });
  const again = await visit("/admin", `${session}; staff-role=${role?.value}`);
  jest.useRealTimers();
  expect(again.role?.value).not.toBe(role?.value);
  expect(asked).toEqual(["get_session_context", "get_session_context"]);
});

test.each([
  ["another person", { userId: "v" }],
  ["another session of the same person", {}],
])("%s has no use of the cookie", async (_, person) => {
  answers.role = "owner";
  const { role } = await visit("/admin", await aSession());
  answers.role = null;
  const stranger = await visit("/admin", `${await aSession(person)}; staff-role=${role?.value}`);
  expect(stranger).toMatchObject({ leadsTo: "/dashboard", role: undefined });
});

test("a customer is sent to the dashboard and gets no cookie", async () => {
  expect(await visit("/admin", await aSession())).toMatchObject({ leadsTo: "/dashboard", role: undefined });
  expect(asked).toEqual(["get_session_context", "user"]);
});

test("an enrolled customer who has used the second factor is sent there, too", async () => {
  answers.factors = [FACTOR];
  expect((await visit("/admin", await aSession({ aal: "aal2" }))).leadsTo).toBe("/dashboard");
  expect(asked).toEqual(["get_session_context"]);
});

test("who owes the second factor is let through to the page, which asks for it", async () => {
  // The database answers no role for such a session, whoever it is.
  answers.factors = [FACTOR];
  expect(await visit("/admin", await aSession())).toMatchObject({ leadsTo: null, role: undefined });
});

test("while nobody can tell, the page says so", async () => {
  answers.isAway = true;
  expect(await visit("/admin", await aSession())).toMatchObject({ leadsTo: null, role: undefined });
});

test.each(["/dashboard", "/portal/profile", "/api/orders"])("%s costs no call", async (path) => {
  expect((await visit(path, await aSession())).leadsTo).toBeNull();
  expect(asked).toEqual([]);
});

test("who is not signed in goes to the log-in, and nothing is asked", async () => {
  expect((await visit("/admin", "")).leadsTo).toBe("/login");
  expect(asked).toEqual([]);
});
