import "server-only";
import { redirect } from "next/navigation";
import { authenticatorOf, offersAuthenticator, owesCode } from "@/lib/auth/authenticator";
import { loginFor } from "@/lib/auth/session/access";
import { loadKnownStaffRole, loadPerson, loadSession, loadStandingUser } from "@/lib/auth/session/loaders";
import type { StaffRole } from "@/lib/auth/session-context";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { routeOf } from "@/lib/base/route";
import { decideStaffGate, type StaffGate } from "@/lib/staff/staff-gate";

/**
 * Decides for the layout of the staff's pages, before a page has read its rows, whether they show: by the role that
 * middleware found and by what the auth service says now, which the page asks with the same call. Who has no session,
 * or one that has ended, gets `open` here and is sent away by the page's own loader.
 */
export async function loadStaffGate(): Promise<StaffGate> {
  const session = await loadSession();
  if (session.state !== "valid") return session.state === "unreachable" ? "failed" : "open";
  const { accessToken, claims } = session;
  const [role, user] = await Promise.all([
    loadKnownStaffRole({ userId: claims.userId, accessToken }),
    settled(loadStandingUser(accessToken)),
  ]);
  if (isRefusal(user, 401)) return "open";
  if (user.status === "rejected") log.error("staff_guard.read_failed", user.reason);
  const isEnrolled = user.status === "fulfilled" ? authenticatorOf(user.value) !== null : "failed";
  return decideStaffGate({ role, isEnrolled, aal: claims.aal, isOffered: offersAuthenticator() });
}

/**
 * Reads what a page for staff shows, as the person of this request, while the auth service is asked whether the session
 * still stands. Who is not signed in any more is sent to /login with the way back to `path`, who is no staff to the
 * dashboard. Null: the read failed, which the page says, or the second factor is owed, which the layout says. `read`
 * gets the person's access token; its 403 means no staff.
 */
export async function loadForStaff<Data>(
  path: string,
  read: (accessToken: string) => Promise<Data>,
): Promise<{ data: Data } | null> {
  const session = await loadSession();
  if (session.state !== "valid") redirect(loginFor(new URL(path, env().APP_URL)));
  const { accessToken, claims } = session;
  const [user, data] = await Promise.all([
    settled(loadStandingUser(accessToken)),
    settled(read(accessToken)),
  ]);
  if (isRefusal(user, 401)) redirect(loginFor(new URL(path, env().APP_URL), "ended"));
  if (user.status === "fulfilled" && owesCode(user.value, claims.aal)) return null;
  if (isRefusal(data, 403)) redirect(paths.dashboard);
  if (user.status === "fulfilled" && data.status === "fulfilled") return { data: data.value };
  for (const result of [user, data]) {
    if (result.status === "rejected") log.error("staff.read_failed", result.reason, { route: routeOf(path) });
  }
  return null;
}

/**
 * Loads the role whose tabs a page of the staff has that could not be read: as this browser's cookie tells it, asking nobody.
 */
export async function loadTabsRole(): Promise<StaffRole | null> {
  const person = await loadPerson();
  return person && loadKnownStaffRole(person);
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

function isRefusal(result: PromiseSettledResult<unknown>, status: number): boolean {
  return result.status === "rejected" && result.reason instanceof AppError && result.reason.status === status;
}
