import "server-only";
import type { User } from "@supabase/supabase-js";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { authFailure } from "@/lib/auth/auth-failure";
import { getSessionContext } from "@/lib/auth/data";
import { CODE_OWED, loginFor } from "@/lib/auth/session/access";
import {
  readSession,
  readStandingUser,
  SESSION_STATE_HEADER,
  type SessionState,
} from "@/lib/auth/session/read-session";
import { staffRoleCookie, staffRoleOf } from "@/lib/auth/session/staff-role-cookie";
import type { StaffRole } from "@/lib/auth/session-context";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { authClient, detachedAuthClient } from "@/lib/supabase/server";

/** Holds a signed-in person, with the token to read as them. */
export type Person = { userId: string; email: string; accessToken: string };

type Problem = Exclude<SessionState["state"], "valid" | "none">;
const PROBLEMS: readonly string[] = [
  "unreachable",
  "unreadable",
  "oversized",
  "ended",
  "forged",
] satisfies Problem[];
const isProblem = (state: string | null): state is Problem => state !== null && PROBLEMS.includes(state);

/**
 * Loads the session of this request, once however many parts of the page ask. Middleware has refreshed it already;
 * where it could not reach the auth service, the page does not wait for the same service a second time.
 */
export const loadSession = cache(async (): Promise<SessionState> => {
  const [store, list] = await Promise.all([cookies(), headers()]);
  const state = list.get(SESSION_STATE_HEADER);
  if (isProblem(state)) return { state };
  return readSession(state === "valid" ? null : authClient, store.getAll());
});

/**
 * Loads the signed-in person of this request, or null. It is for reads: a sign-out elsewhere shows when the token
 * expires.
 */
export async function loadPerson(): Promise<Person | null> {
  const session = await loadSession();
  if (session.state !== "valid") return null;
  const { userId, email } = session.claims;
  return { userId, email, accessToken: session.accessToken };
}

/**
 * Loads the signed-in person of this request, and sends everybody else to /login with the way back to `path` (path
 * and query).
 */
export async function requireUser(path: string): Promise<Person> {
  const person = await loadPerson();
  return person ?? redirect(loginFor(new URL(path, env().APP_URL)));
}

/** Leads a person whose session was ended elsewhere to the login, which says so, with the way back to `path`. */
export function leadEnded(path: string): never {
  redirect(loginFor(new URL(path, env().APP_URL), "ended"));
}

/**
 * Leads a person to the login with the way back to `path` when `error` says that the database takes their session no more: it
 * owes the code of an authenticator app, which the login says. Does nothing for any other error.
 */
export function leadIfOwing(error: unknown, path: string): void {
  if (!(error instanceof AppError && error.code === "sign_in_required")) return;
  redirect(withQuery(paths.login, { next: path, failed: CODE_OWED }));
}

/** Loads the person's role and membership as the database has them now, once for each token however many parts ask. */
export const loadSessionContext = cache(getSessionContext);

/**
 * Loads the person's role among our staff as this browser's cookie tells it, else as the database does. It decides
 * which links are shown, never which data. Answers null for customers, and when it cannot be read now, which is
 * logged.
 */
export async function loadStaffRole(person: Person): Promise<StaffRole | null> {
  const known = await loadKnownStaffRole(person);
  if (known) return known;
  try {
    return (await loadSessionContext(person.accessToken)).staff_role;
  } catch (error) {
    log.error("header.staff_role", error);
    return null;
  }
}

/** Loads the staff role that this browser's cookie tells, asking no one; null without a good cookie, also for staff. */
export async function loadKnownStaffRole(
  person: Pick<Person, "userId" | "accessToken">,
): Promise<StaffRole | null> {
  return staffRoleOf((await cookies()).get(staffRoleCookie().name)?.value, person);
}

/**
 * Loads the person of an access token as the auth service knows them now, once for the request. Pages for staff ask,
 * as a token alone does not tell that its session has ended. Throws 401 when it has, 503 when the service does not
 * answer.
 */
export const loadStandingUser = cache(async (accessToken: string): Promise<User> => {
  return readStandingUser(await detachedAuthClient(), accessToken);
});

type OwnAccount = { client: Awaited<ReturnType<typeof authClient>>; user: User };

/**
 * Loads the auth client of this browser's session, and its person as the auth service knows them now, for handlers that
 * change the account. Throws 401 without a session or when it has ended, 503 when the service does not answer.
 */
export async function requireAccount(): Promise<OwnAccount> {
  const client = await authClient();
  const { data, error } = await client.auth.getUser();
  if (error) throw authFailure(error, "account", { otherwise: { as: "no_session", level: "info" } });
  return { client, user: data.user };
}
