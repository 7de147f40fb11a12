import "server-only";
import type { User } from "@supabase/supabase-js";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { authFailure } from "@/lib/auth/auth-failure";
import { getSessionContext } from "@/lib/auth/data";
import { loginFor, SECOND_FACTOR_NEEDED } from "@/lib/auth/session/access";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import {
  readCurrentUser,
  readSession,
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

/** Loads the session once per request. If middleware already hit an outage, the page doesn't wait a second time. */
export const loadSession = cache(async (): Promise<SessionState> => {
  const [store, list] = await Promise.all([cookies(), headers()]);
  const state = list.get(SESSION_STATE_HEADER);
  if (isProblem(state)) return { state };
  return readSession(state === "valid" ? null : authClient, store.getAll());
});

/** Loads the signed-in person, or null. For reads only: a sign-out elsewhere takes effect when the token expires. */
export async function loadPerson(): Promise<Person | null> {
  const session = await loadSession();
  if (session.state !== "valid") return null;
  const { userId, email } = session.claims;
  return { userId, email, accessToken: session.accessToken };
}

/** Loads the signed-in person, or redirects to /login with the return path. */
export async function requireUser(path: string): Promise<Person> {
  const person = await loadPerson();
  return person ?? redirect(loginFor(new URL(path, env().APP_URL)));
}

export function redirectToLogin(path: string): never {
  redirect(loginFor(new URL(path, env().APP_URL), "ended"));
}

/** Redirects to the login if `error` means that the session needs a second factor. */
export function redirectIfSecondFactorNeeded(error: unknown, path: string): void {
  if (!(error instanceof AppError && error.code === "sign_in_required")) return;
  redirect(withQuery(paths.login, { next: path, failed: SECOND_FACTOR_NEEDED }));
}

export const loadSessionContext = cache(getSessionContext);

/** Loads the staff role from the cookie or the database, for links only. Null for customers and on failure. */
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

/** Loads the staff role from the cookie alone. Null without a valid cookie, even for staff. */
export async function loadKnownStaffRole(
  person: Pick<Person, "userId" | "accessToken">,
): Promise<StaffRole | null> {
  return staffRoleOf((await cookies()).get(staffRoleCookie().name)?.value, person);
}

/** Loads the current user once per request. Throws 401 for an ended session, 503 during an outage. */
export const loadCurrentUser = cache(async (accessToken: string): Promise<User> => {
  return readCurrentUser(await detachedAuthClient(), accessToken);
});

type OwnAccount = { client: Awaited<ReturnType<typeof authClient>>; user: User };

/** Loads the browser's auth client and current user, for account changes. Throws 401 or 503. */
export async function requireAccount(): Promise<OwnAccount> {
  const client = await authClient();
  const { data, error } = await client.auth.getUser();
  if (error) throw authFailure(error, "account", { otherwise: { as: "no_session", level: "info" } });
  return { client, user: data.user };
}

export async function loadGuestKey(): Promise<string | null> {
  return guestKeyOf((await cookies()).get(guestCookie().name)?.value);
}
