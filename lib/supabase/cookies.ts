import "server-only";
import { type CookieOptionsWithName, stringFromBase64URL } from "@supabase/ssr";
import { isSecureOrigin } from "@/lib/base/env";

/** Returns the name and attributes of a server-only cookie. `__Host-` binds it to this host over HTTPS. */
export function serverCookie(name: string): CookieOptionsWithName & { name: string } {
  const secure = isSecureOrigin();
  return { name: secure ? `__Host-${name}` : name, httpOnly: true, secure, sameSite: "lax", path: "/" };
}

/** Returns the name and attributes of the session cookie, which is split into chunks (`name.0`) when long. */
export const sessionCookie = () => serverCookie("sb");

/** Raw, because base64 would make the cookie a third longer. */
export const sessionStorage = () => ({ cookieOptions: sessionCookie(), cookieEncoding: "raw" as const });

/** Tokens contain OAuth claims and user metadata, and Node responds with 431 above 16 KB of headers. */
export const MAX_SESSION_BYTES = 8 * 1024;

export function isOversized(cookies: Cookie[]): boolean {
  const own = cookies.filter(({ name }) => hasSessionCookie([name]));
  return own.reduce((sum, { name, value }) => sum + name.length + value.length, 0) > MAX_SESSION_BYTES;
}

export function hasSessionCookie(names: string[]): boolean {
  const { name } = sessionCookie();
  return names.some((candidate) => candidate === name || candidate.startsWith(`${name}.`));
}

export type Cookie = { name: string; value: string };

/** The unverified access token, and the names of its cookies. */
type StoredSession = { accessToken: string; names: string[] };

/** Returns the session stored by @supabase/ssr, or null. Ignores chunks left over from a longer session. */
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
    return null;
  }
}

/** Returns the attributes of `signed_in`. Scripts can read it, and it lasts 400 days (the browsers' maximum). */
export function signedInOptions(present: boolean) {
  const { secure, sameSite, path } = sessionCookie();
  return { secure, sameSite, path, maxAge: present ? 400 * 24 * 60 * 60 : 0 };
}
