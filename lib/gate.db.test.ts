import { NextRequest } from "next/server";
import { handleRequest } from "@/lib/gate";
import { OwnAuthService } from "@/sandbox/builders/own-auth-service";
import { expiredToken, PASSWORD } from "@/sandbox/builders/person";
import { addStaff, addSubscription } from "@/sandbox/builders/rows";
import { addSignedInPerson, connect, type Sql, visitorClient } from "@/sandbox/builders/test-database";

type GateSession = {
  access_token: string;
  refresh_token: string;
  expires_at?: number;
  user: { id: string };
};

async function logInAs(sql: Sql, role: "customer" | "member" | "staff" | "owner"): Promise<GateSession> {
  const person = await addSignedInPerson(sql);
  if (role === "member") await addSubscription(sql, person.id);
  if (role === "staff" || role === "owner") await addStaff(sql, person.id, role);
  const { data } = await visitorClient().auth.signInWithPassword({
    email: person.email,
    password: PASSWORD,
  });
  if (!data.session) throw new Error("no session");
  return data.session;
}

const cookieOf = (session: GateSession, name = "sb") =>
  `${name}=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;

async function visit(path: string, cookie = "", headers: Record<string, string> = {}) {
  const url = `http://app.example.test${path}`;
  const response = await handleRequest(new NextRequest(url, { headers: { cookie, ...headers } }));
  const handedOn = (name: string) => response.headers.get(`x-middleware-request-${name}`);
  return {
    status: response.status,
    leadsTo: response.headers.get("location")?.replace(process.env.APP_URL ?? "", "") ?? null,
    policy: response.headers.get("content-security-policy"),
    caching: response.headers.get("cache-control"),
    state: handedOn("x-session-state"),
    cookies: response.cookies,
    handedOn,
  };
}

const sql = connect();
const auth = OwnAuthService.start();

let mockSettings: Record<string, string> = {};
let mockIsSecure = false;
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  const env = () => ({ ...actual.env(), ...mockSettings });
  return { ...actual, env, isSecureOrigin: () => mockIsSecure };
});
beforeEach(() => {
  mockSettings = {};
  mockIsSecure = false;
});

const logIn = (role: Parameters<typeof logInAs>[1]) => logInAs(sql, role);

/** Returns the session with a validly signed access token that expired a minute ago. */
function expired(session: GateSession): GateSession {
  const past = Math.floor(Date.now() / 1000) - 60;
  return { ...session, access_token: expiredToken(session.access_token), expires_at: past };
}

// The app caches the published keys, which it needs during an auth outage.
beforeAll(async () => {
  await visit("/dashboard", cookieOf(await logIn("customer")));
});

const toLogin = (path: string) => `/login?next=${encodeURIComponent(path)}`;

describe("every page of middleware's matcher", () => {
  test("ignores session headers and role cookies set by the browser", async () => {
    const spoofed = {
      "x-session-state": "valid",
      "x-nonce": "mine",
      "content-security-policy": "script-src *",
    };
    expect(await visit("/dashboard", "signed_in=1; staff-role=owner", spoofed)).toMatchObject({
      leadsTo: toLogin("/dashboard"),
    });
    const { state, handedOn, policy } = await visit("/login", "", spoofed);
    expect(state).toBe("none");
    expect(handedOn("x-nonce")).toBeNull();
    expect(handedOn("content-security-policy")).toBe(policy);
    expect((await visit("/login", cookieOf(await logIn("customer")), spoofed)).state).toBe("valid");
  });

  test("redirects a guest with a pending payment back to it", async () => {
    expect((await visit("/submit", "pending_payg=1")).leadsTo).toBe("/submit?mode=payg");
    expect((await visit("/submit")).leadsTo).toBe(toLogin("/submit"));
  });
});

describe("an expired access token", () => {
  test("is refreshed for the browser and for the page", async () => {
    const session = await logIn("customer");
    const { leadsTo, state, cookies, handedOn } = await visit("/dashboard", cookieOf(expired(session)));
    expect([leadsTo, state]).toEqual([null, "valid"]);
    const fresh = cookies.get("sb");
    expect(fresh).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/" });
    expect(handedOn("cookie")).toContain(`sb=${encodeURIComponent(String(fresh?.value))}`);
    const renewed = JSON.parse(String(fresh?.value));
    expect(Object.keys(renewed)).toEqual([
      "access_token",
      "refresh_token",
      "token_type",
      "expires_in",
      "expires_at",
    ]);
    expect(renewed.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect((await visit("/dashboard", `sb=${fresh?.value}`)).cookies.has("sb")).toBe(false);
  });

  test("is refreshed for the API without a redirect or a page CSP", async () => {
    const { leadsTo, cookies, policy, caching, handedOn } = await visit(
      "/api/profile",
      cookieOf(expired(await logIn("customer"))),
      { "content-security-policy": "script-src *" },
    );
    expect([leadsTo, policy, handedOn("content-security-policy")]).toEqual([null, null, null]);
    expect(caching).toBe("private, no-store");
    expect(cookies.has("sb")).toBe(true);
    expect((await visit("/api/admin/orders")).leadsTo).toBeNull();
  });

  test("is refreshed with the visitor's address and the server's key", async () => {
    const cookie = cookieOf(expired(await logIn("customer")));
    auth.says({ code: 429, error_code: "over_request_rate_limit", msg: "Too many" }, 429);
    const SUPABASE_SECRET_KEY = "sb_secret_of_the_server";
    mockSettings = { SUPABASE_URL: auth.url, SUPABASE_SECRET_KEY };
    await visit("/dashboard", cookie, { "x-socket-address": "203.0.113.5" });
    expect(auth.calls[0]).toMatchObject({ key: SUPABASE_SECRET_KEY });
  });
});

test("sets the signed_in cookie once for public pages", async () => {
  const session = cookieOf(await logIn("customer"));
  const { cookies } = await visit("/dashboard", session);
  expect(cookies.get("signed_in")).toMatchObject({ value: "1", path: "/", maxAge: 400 * 86_400 });
  expect(cookies.get("signed_in")?.httpOnly).toBeFalsy();
  expect((await visit("/dashboard", `${session}; signed_in=1`)).cookies.getAll()).toEqual([]);
  expect((await visit("/login")).cookies.getAll()).toEqual([]);
  expect((await visit("/login", "signed_in=1")).cookies.get("signed_in")).toMatchObject({ maxAge: 0 });
});

describe("a page's policy", () => {
  const nonceOf = (policy: string | null) => /'nonce-([\w+/]+=*)'/.exec(policy ?? "")?.[1];

  test("has its own nonce, allows Stripe Checkout, and isn't cached", async () => {
    const [one, other] = [await visit("/login"), await visit("/login")];
    expect(Buffer.from(nonceOf(one.policy) ?? "", "base64")).toHaveLength(16);
    expect(nonceOf(one.policy)).not.toBe(nonceOf(other.policy));
    expect(one.policy).toContain(`form-action 'self' ${process.env.CHECKOUT_ORIGIN}`);
    expect(one.policy).not.toMatch(/unsafe-eval|upgrade-insecure-requests/);
    expect(one.caching).toBe("private, no-store");
    const redirect = await visit("/admin");
    expect(nonceOf(redirect.policy)).toBeDefined();
    expect(redirect.caching).toBe("private, no-store");
  });

  test("upgrades to HTTPS and uses a host-only session cookie", async () => {
    mockIsSecure = true;
    const session = expired(await logIn("customer"));
    const { policy, cookies } = await visit("/dashboard", cookieOf(session, "__Host-sb"));
    expect(policy).toContain("upgrade-insecure-requests");
    expect(cookies.get("__Host-sb")).toMatchObject({ secure: true, httpOnly: true, path: "/" });
    expect((await visit("/dashboard", cookieOf(session))).leadsTo).toBe(toLogin("/dashboard"));
  });

  test("allows eval in development only", async () => {
    const mode = jest.replaceProperty(process.env as Record<string, string>, "NODE_ENV", "development");
    expect((await visit("/login")).policy).toContain("'unsafe-eval'");
    mode.restore();
  });
});
