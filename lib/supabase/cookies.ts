import "server-only";
import { type CookieOptionsWithName, combineChunks, stringFromBase64URL } from "@supabase/ssr";
import { isSecureOrigin } from "@/lib/base/env";

/** Attributes of every cookie that only the server reads. */
export function serverCookie(name: string): CookieOptionsWithName & { name: string } {
  const secure = isSecureOrigin();
  return { name: secure ? `__Host-${name}` : name, httpOnly: true, secure, sameSite: "lax", path: "/" };
}

/** The session's cookie (in chunks: `name.0`, `name.1`). HttpOnly: no script of a page can read a token. */
export const sessionCookie = () => serverCookie("sb");

/** Whether any part of a session cookie is among the names. */
export function hasSessionCookie(names: string[]): boolean {
  const { name } = sessionCookie();
  return names.some((candidate) => candidate === name || candidate.startsWith(`${name}.`));
}

/** A cookie as a request carries it. */
export type Cookie = { name: string; value: string };

/** The access token in a request's session cookie, as it was stored; null when the cookie holds none. */
export async function sessionTokenOf(cookies: Cookie[]): Promise<string | null> {
  const value = (name: string) => cookies.find((cookie) => cookie.name === name)?.value;
  const text = await combineChunks(sessionCookie().name, value);
  if (!text) return null;
  const json = text.startsWith("base64-") ? stringFromBase64URL(text.slice("base64-".length)) : text;
  const session = JSON.parse(json) as { access_token?: unknown } | null;
  return typeof session?.access_token === "string" ? session.access_token : null;
}

/** Attributes of the `signed_in` cookie: readable by the public pages, as long-lived as the session's own. */
export function signedInOptions(present: boolean) {
  const { secure, sameSite, path } = sessionCookie();
  return { secure, sameSite, path, maxAge: present ? 400 * 24 * 60 * 60 : 0 };
}
