import { expiredToken } from "./person.ts";

/** `expires_at` is in seconds since 1970. */
export type StoredSession = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
};

export function sessionIn(cookie: string): StoredSession {
  const parts = cookie.split("; ").filter((part) => /^sb(\.\d+)?=/.test(part));
  const values = parts.sort().map((part) => part.slice(part.indexOf("=") + 1));
  return JSON.parse(decodeURIComponent(values.join("")));
}

export function sessionCookieOf(session: StoredSession): string {
  return `sb=${encodeURIComponent(JSON.stringify(session))}`;
}

export function expiredSession(session: StoredSession): StoredSession {
  return {
    ...session,
    access_token: expiredToken(session.access_token),
    expires_at: Math.floor(Date.now() / 1000) - 60,
  };
}
