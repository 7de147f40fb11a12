import "server-only";
import { createServerClient } from "@supabase/ssr";
import { type NextRequest, NextResponse } from "next/server";
import { authenticatorOf } from "@/lib/auth/authenticator";
import { getSessionContext } from "@/lib/auth/data";
import { accessOf, redirectFor, type SessionProblem, type Visitor } from "@/lib/auth/session/access";
import {
  readCurrentUser,
  readSession,
  SESSION_STATE_HEADER,
  type SessionState,
} from "@/lib/auth/session/read-session";
import { newStaffRoleValue, staffRoleCookie, staffRoleOf } from "@/lib/auth/session/staff-role-cookie";
import { env, isSecureOrigin } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { routeOf } from "@/lib/base/route";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { staffPaths } from "@/lib/base/staff-paths";
import { PENDING_PAYG_COOKIE } from "@/lib/orders/checkout/pending-payg-cookie";
import { authFetch } from "@/lib/supabase/auth-fetch";
import {
  hasSessionCookie,
  isOversized,
  sessionCookie,
  sessionStorage,
  signedInOptions,
  storedSessionOf,
} from "@/lib/supabase/cookies";
import { detachedAuthClient } from "@/lib/supabase/server";

type NewCookie = { name: string; value: string; options: object };

/**
 * Handles a request for a private page or the API: verifies or refreshes the session, redirects (307)
 * visitors without access, and sets a CSP with a fresh nonce. API handlers check access themselves.
 */
export async function handleRequest(request: NextRequest): Promise<NextResponse> {
  const isApi = request.nextUrl.pathname.startsWith("/api/");
  const newCookies: NewCookie[] = [];
  const session = isAuthCall(request)
    ? ({ state: "none" } as const)
    : await endIfOver(request, await readRequestSession(request, newCookies), newCookies);
  if (!isAuthCall(request)) syncSignedInCookie(request, session, newCookies);
  const target = isApi
    ? null
    : redirectFor(request.nextUrl, await identifyVisitor(request, session, newCookies));

  // Copied only here, to include the cookies set on the request above.
  const headers = new Headers(request.headers);
  headers.set(SESSION_STATE_HEADER, session.state);
  headers.delete("content-security-policy");
  headers.delete("x-nonce");
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = privatePolicy(nonce, {
    checkoutOrigin: env().CHECKOUT_ORIGIN,
    secure: isSecureOrigin(),
    dev: process.env.NODE_ENV === "development",
    wasm: request.nextUrl.pathname === staffPaths.receive,
  });
  // Next takes its scripts' nonce from this header.
  if (!isApi) headers.set("content-security-policy", policy);

  const response = target
    ? NextResponse.redirect(new URL(target, env().APP_URL))
    : NextResponse.next({ request: { headers } });
  if (!isApi) response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  for (const { name, value, options } of newCookies) response.cookies.set(name, value, options);
  return response;
}

/** These endpoints set or end the session themselves. A refresh here would set it twice. */
const isAuthCall = ({ nextUrl }: NextRequest) => nextUrl.pathname.startsWith("/api/auth/");

/** Asks the auth service on /login, to avoid a redirect loop with pages that see an ended session. */
async function endIfOver(
  request: NextRequest,
  session: SessionState,
  newCookies: NewCookie[],
): Promise<SessionState> {
  if (session.state !== "valid" || request.nextUrl.pathname !== paths.login) return session;
  try {
    await readCurrentUser(await detachedAuthClient(request.headers), session.accessToken);
    return session;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "sign_in_required")) return session;
    removeSessionCookies(request, newCookies, []);
    return { state: "ended" };
  }
}

async function readRequestSession(request: NextRequest, refreshed: NewCookie[]): Promise<SessionState> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const openClient = (until: AbortSignal) =>
    createServerClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
      ...sessionStorage(),
      global: { fetch: authFetch(request.headers, { until, hasCookies: true }) },
      cookies: {
        encode: "tokens-only",
        getAll: () => request.cookies.getAll(),
        setAll: (list) => {
          // The page reads the request's cookies. The browser gets the response's.
          for (const { name, value } of list) request.cookies.set(name, value);
          refreshed.push(...list);
        },
      },
    });
  const cookies = request.cookies.getAll();
  removeSessionCookies(request, refreshed, storedSessionOf(cookies)?.names ?? []);
  const read = isOversized(cookies) ? null : await readSession(openClient, cookies);
  // A refresh can make the session larger.
  const session: SessionState =
    read && !isOversized(request.cookies.getAll()) ? read : { state: "oversized" };
  if (session.state === "ended" || session.state === "oversized")
    removeSessionCookies(request, refreshed, []);
  return session;
}

function removeSessionCookies(request: NextRequest, newCookies: NewCookie[], kept: string[]): void {
  const { name: _, ...attributes } = sessionCookie();
  for (const { name } of request.cookies.getAll()) {
    if (!hasSessionCookie([name]) || kept.includes(name)) continue;
    request.cookies.delete(name);
    newCookies.push({ name, value: "", options: { ...attributes, maxAge: 0 } });
  }
}

/** Keeps signed_in in sync. Otherwise public pages would show an ended session. */
function syncSignedInCookie(request: NextRequest, session: SessionState, refreshed: NewCookie[]): void {
  const present = request.cookies.get(SIGNED_IN_COOKIE)?.value === "1";
  const ended = session.state !== "valid" && session.state !== "unreachable";
  if (session.state === "valid" && !present) {
    refreshed.push({ name: SIGNED_IN_COOKIE, value: "1", options: signedInOptions(true) });
  }
  if (ended && present)
    refreshed.push({ name: SIGNED_IN_COOKIE, value: "", options: signedInOptions(false) });
}

const PROBLEMS: Partial<Record<SessionState["state"], SessionProblem>> = {
  unreadable: "session",
  oversized: "large",
  ended: "ended",
};

async function identifyVisitor(
  request: NextRequest,
  session: SessionState,
  newCookies: NewCookie[],
): Promise<Visitor> {
  const isForStaff = accessOf(request.nextUrl.pathname) === "admin";
  return {
    hasPendingPayg: request.cookies.has(PENDING_PAYG_COOKIE),
    isSignedIn: session.state === "valid",
    isUnknown: session.state === "unreachable",
    sessionProblem: PROBLEMS[session.state],
    isStaff: isForStaff && session.state === "valid" ? await readIsStaff(request, session, newCookies) : null,
  };
}

/** Leaves the page time to read the role before the cookie expires. */
const MARGIN_MS = 20_000;

/** Returns whether the user is staff. Null if unknown or while the second factor is due: the page then explains. */
async function readIsStaff(
  request: NextRequest,
  { accessToken, claims }: SessionState & { state: "valid" },
  newCookies: NewCookie[],
): Promise<boolean | null> {
  const holder = { userId: claims.userId, accessToken };
  const { name, ...options } = staffRoleCookie();
  if (staffRoleOf(request.cookies.get(name)?.value, holder, Date.now() + MARGIN_MS)) return true;
  try {
    const { staff_role: role } = await getSessionContext(accessToken);
    if (!role) {
      if (claims.aal === "aal1" && (await isEnrolled(request, accessToken))) return null;
      log.warn("staff.refused", { userId: claims.userId, route: routeOf(request.nextUrl.pathname) });
      return false;
    }
    const value = newStaffRoleValue(role, holder);
    request.cookies.set(name, value);
    newCookies.push({ name, value, options });
    return true;
  } catch (error) {
    log.error("middleware.role_unread", error);
    return null;
  }
}

async function isEnrolled(request: NextRequest, accessToken: string): Promise<boolean> {
  const client = await detachedAuthClient(request.headers);
  const { data, error } = await client.auth.getUser(accessToken);
  if (error) throw error;
  return authenticatorOf(data.user) !== null;
}

/**
 * Returns the CSP of private pages, whose scripts need this nonce. Public pages get theirs from next.config.mjs.
 * `dev` is for Next's dev server, `wasm` for the receiving desk's scanner.
 */
export function privatePolicy(
  nonce: string,
  options: { checkoutOrigin: string; secure: boolean; dev: boolean; wasm: boolean },
): string {
  const code = `${options.wasm ? " 'wasm-unsafe-eval'" : ""}${options.dev ? " 'unsafe-eval'" : ""}`;
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'${code}`;
  return [
    "default-src 'none'",
    `script-src ${script}`,
    options.dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    // Chromium also applies this to redirects after a form submission.
    `form-action 'self' ${options.checkoutOrigin}`,
    "frame-ancestors 'none'",
    ...(options.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
