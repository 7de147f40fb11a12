import "server-only";
import type { CookieOptionsWithName } from "@supabase/ssr";
import { isSecureOrigin } from "@/lib/env";

/** Attributes of every cookie that only the server reads. */
export function serverCookie(name: string): CookieOptionsWithName & { name: string } {
  const secure = isSecureOrigin();
  return { name: secure ? `__Host-${name}` : name, httpOnly: true, secure, sameSite: "lax", path: "/" };
}

/** The session's cookie (in chunks: `name.0`, `name.1`). HttpOnly: no script of a page can read a token. */
export const sessionCookie = () => serverCookie("sb");

/** Tells the public pages, which are the same bytes for everybody, that a person is signed in. Holds no secret. */
export const SIGNED_IN_COOKIE = "signed_in";

/** Whether any part of a session cookie is among the names. */
export function hasSessionCookie(names: string[]): boolean {
  const { name } = sessionCookie();
  return names.some((candidate) => candidate === name || candidate.startsWith(`${name}.`));
}

/** Attributes of the `signed_in` cookie: readable by the public pages, as long-lived as the session's own. */
export function signedInOptions(present: boolean) {
  const { secure, sameSite, path } = sessionCookie();
  return { secure, sameSite, path, maxAge: present ? 400 * 24 * 60 * 60 : 0 };
}
