import "server-only";
import { type CookieOptionsWithName, stringFromBase64URL } from "@supabase/ssr";
import { isSecureOrigin } from "@/lib/base/env";

/**
 * Answers name and attributes of a cookie that only the server reads. Over https its name begins with `__Host-`, which
 * browsers take only from this very host, without a domain and for the path "/".
 */
export function serverCookie(name: string): CookieOptionsWithName & { name: string } {
  const secure = isSecureOrigin();
  return { name: secure ? `__Host-${name}` : name, httpOnly: true, secure, sameSite: "lax", path: "/" };
}

/**
 * Answers name and attributes of the session's cookie. It comes in chunks (`name.0`, `name.1`) when it is long, and is
 * HttpOnly, so that no script of a page can read a token.
 */
export const sessionCookie = () => serverCookie("sb");

/** Says how @supabase/ssr keeps a session: base64 would make a token, which is base64 already, a third longer. */
export const sessionStorage = () => ({ cookieOptions: sessionCookie(), cookieEncoding: "raw" as const });

/**
 * Limits the cookies of one session. A token also carries OAuth providers' claims and what people write into their own metadata,
 * and Node answers 431 to every path once a request has 16 KB of headers.
 */
export const MAX_SESSION_BYTES = 8 * 1024;

/** Tells whether the session's cookies are too large to be sent with every request. */
export function isOversized(cookies: Cookie[]): boolean {
  const own = cookies.filter(({ name }) => hasSessionCookie([name]));
  return own.reduce((sum, { name, value }) => sum + name.length + value.length, 0) > MAX_SESSION_BYTES;
}

/** Tells whether any chunk of a session cookie is among the names. It says nothing about what the cookie holds. */
export function hasSessionCookie(names: string[]): boolean {
  const { name } = sessionCookie();
  return names.some((candidate) => candidate === name || candidate.startsWith(`${name}.`));
}

/** Holds a cookie as a request carries it. */
export type Cookie = { name: string; value: string };

/** Holds the access token of a session cookie, not yet verified, and the names of the cookies that make it up. */
type StoredSession = { accessToken: string; names: string[] };

/**
 * Reads the session of a request's cookies as @supabase/ssr stores it: JSON, or base64 after the prefix "base64-", in one cookie or
 * in chunks. Ignores chunks left over from a longer session. Returns null when no session can be read.
 */
export function storedSessionOf(cookies: Cookie[]): StoredSession | null {
  const { name } = sessionCookie();
  const values = new Map(cookies.map((cookie) => [cookie.name, cookie.value]));
  const chunks: string[] = [];
  while (values.get(`${name}.${chunks.length}`)) chunks.push(`${name}.${chunks.length}`);
  const candidates = [[name], ...chunks.map((_, leftOver) => chunks.slice(0, chunks.length - leftOver))];
  for (const names of candidates) {
    const accessToken = accessTokenIn(names.map((part) => values.get(part) ?? "").join(""));
    if (accessToken !== null) return { accessToken, names };
  }
  return null;
}

function accessTokenIn(text: string): string | null {
  try {
    const json = text.startsWith("base64-") ? stringFromBase64URL(text.slice("base64-".length)) : text;
    const session = JSON.parse(json) as { access_token?: unknown } | null;
    return typeof session?.access_token === "string" ? session.access_token : null;
  } catch {
    // Not base64, or not JSON.
    return null;
  }
}

/**
 * Answers the attributes of the cookie `signed_in`, which the scripts of public pages may read. It lives as long as the
 * session's own (400 days, the most that browsers allow); with `present` false it is removed.
 */
export function signedInOptions(present: boolean) {
  const { secure, sameSite, path } = sessionCookie();
  return { secure, sameSite, path, maxAge: present ? 400 * 24 * 60 * 60 : 0 };
}
