import "server-only";
import type { User } from "@supabase/supabase-js";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getSessionContext } from "@/lib/auth/data";
import { loginFor } from "@/lib/auth/session/access";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { readSession, SESSION_STATE_HEADER, type SessionState } from "@/lib/auth/session/read-session";
import { NO_SESSION } from "@/lib/auth/words";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
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

const readRole = cache(async (accessToken: string) => (await getSessionContext(accessToken)).staff_role);

/** The person's role among our staff, for what the page shows; null for customers, and when it cannot be read now. */
export async function loadStaffRole(person: Person): Promise<"owner" | "staff" | null> {
  return readRole(person.accessToken).catch((error: unknown) => {
    log.error("header.staff_role", error);
    return null;
  });
}

type OwnAccount = { client: Awaited<ReturnType<typeof authClient>>; user: User };

/** The auth client of this browser's session, and its person as the auth service knows them now. Throws 401. */
export async function requireAccount(): Promise<OwnAccount> {
  const client = await authClient();
  const { data, error } = await client.auth.getUser();
  if (error) throw authFailure(error, (cause) => new AppError(401, NO_SESSION, { cause }));
  return { client, user: data.user };
}
