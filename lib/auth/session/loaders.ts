import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { loginFor } from "@/lib/auth/session/access";
import { readSession, SESSION_STATE_HEADER, type SessionState } from "@/lib/auth/session/read-session";
import { env } from "@/lib/base/env";
import { authClient } from "@/lib/supabase/server";

/** A signed-in person, with the token to read as them. */
export type Person = { userId: string; email: string; accessToken: string };

/**
 * The session of this request, read once however many parts of the page ask. Middleware has refreshed it already;
 * where it could not reach the auth service, the page does not wait for the same service a second time.
 */
export const loadSession = cache(async (): Promise<SessionState> => {
  const [store, list] = await Promise.all([cookies(), headers()]);
  const state = list.get(SESSION_STATE_HEADER);
  if (state === "unreachable" || state === "unreadable" || state === "forged") return { state };
  return readSession(authClient, store.getAll());
});

/** The signed-in person of this request, or null. For reads: a sign-out elsewhere shows when the token expires. */
export async function loadPerson(): Promise<Person | null> {
  const session = await loadSession();
  if (session.state !== "valid") return null;
  const { userId, email } = session.claims;
  return { userId, email, accessToken: session.accessToken };
}

/** The signed-in person; everybody else is sent to /login with the way back to `path` (path and query). */
export async function requireUser(path: string): Promise<Person> {
  const person = await loadPerson();
  return person ?? redirect(loginFor(new URL(path, env().APP_URL)));
}
