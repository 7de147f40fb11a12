import { expiredToken } from "./person.ts";

/** A session as the product keeps it in the browser's cookie; `expires_at` is in seconds since 1970. */
export type StoredSession = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
};

/** Returns the session in a Cookie header. It comes in chunks (`sb.0`, `sb.1`) when it is long. */
export function sessionIn(cookie: string): StoredSession {
  const parts = cookie.split("; ").filter((part) => /^sb(\.\d+)?=/.test(part));
  const values = parts.sort().map((part) => part.slice(part.indexOf("=") + 1));
  return JSON.parse(decodeURIComponent(values.join("")));
}

/** Returns the Cookie header of a browser that holds this session. */
export function sessionCookieOf(session: StoredSession): string {
  return `sb=${encodeURIComponent(JSON.stringify(session))}`;
}

/** Returns the same session an hour later: its access token has expired, its refresh token has not. */
export function expiredSession(session: StoredSession): StoredSession {
  return {
    ...session,
    access_token: expiredToken(session.access_token),
    expires_at: Math.floor(Date.now() / 1000) - 60,
  };
}
