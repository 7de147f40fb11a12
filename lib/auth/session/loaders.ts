import "server-only";
import type { User } from "@supabase/supabase-js";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getSessionContext } from "@/lib/auth/data";
import { loginFor } from "@/lib/auth/session/access";
import { authFailure } from "@/lib/auth/session/auth-failure";
import {
  readSession,
  readStandingUser,
  SESSION_STATE_HEADER,
  type SessionState,
} from "@/lib/auth/session/read-session";
import { staffRoleCookie, staffRoleOf } from "@/lib/auth/session/staff-role-cookie";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { authClient, detachedAuthClient } from "@/lib/supabase/server";

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

/** The person's role and membership as the database has them now, read once however many parts of the page ask. */
export const loadSessionContext = cache(getSessionContext);

/**
 * The person's role among our staff, for links and ways on, never for data: as this browser's cookie
 * tells it, else as the database does. Null for customers, and when it cannot be read now.
 */
export async function loadStaffRole(person: Person): Promise<"owner" | "staff" | null> {
  const known = await loadKnownStaffRole(person);
  if (known) return known;
  try {
    return (await loadSessionContext(person.accessToken)).staff_role;
  } catch (error) {
    log.error("header.staff_role", error);
    return null;
  }
}

/** The staff role that this browser's cookie tells; null without one. Asks nobody. */
export async function loadKnownStaffRole(
  person: Pick<Person, "userId" | "accessToken">,
): Promise<"owner" | "staff" | null> {
  return staffRoleOf((await cookies()).get(staffRoleCookie().name)?.value, person);
}

/**
 * The person of an access token as the auth service knows them now, asked once for the request. For staff pages. Throws
 * 401 when the session has ended and 503 when the service does not answer.
 */
export const loadStandingUser = cache(async (accessToken: string): Promise<User> => {
  return readStandingUser(await detachedAuthClient(), accessToken);
});

type OwnAccount = { client: Awaited<ReturnType<typeof authClient>>; user: User };

/** The auth client of this browser's session, and its person as the auth service knows them now. Throws 401. */
export async function requireAccount(): Promise<OwnAccount> {
  const client = await authClient();
  const { data, error } = await client.auth.getUser();
  if (error) throw authFailure(error, (cause) => new AppError("no_session", { cause }));
  return { client, user: data.user };
}
