import "server-only";
import { redirect } from "next/navigation";
import { authenticatorOf, needsSecondFactor, offersAuthenticator } from "@/lib/auth/authenticator";
import { loginFor } from "@/lib/auth/session/access";
import { loadCurrentUser, loadKnownStaffRole, loadPerson, loadSession } from "@/lib/auth/session/loaders";
import type { StaffRole } from "@/lib/auth/session-context";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { routeOf } from "@/lib/base/route";

/** "remind": shows the page with a reminder to turn on two-step sign-in. "failed": access couldn't be checked. */
type StaffGate = "open" | "remind" | "second-factor" | "failed";

/**
 * Decides whether the staff layout shows its pages, based on the role from middleware and on the auth service.
 * Returns "open" without a session, because the page's own loader then redirects.
 */
export async function loadStaffGate(): Promise<StaffGate> {
  const session = await loadSession();
  if (session.state !== "valid") return session.state === "unreachable" ? "failed" : "open";
  const { accessToken, claims } = session;
  const [role, user] = await Promise.all([
    loadKnownStaffRole({ userId: claims.userId, accessToken }),
    settled(loadCurrentUser(accessToken)),
  ]);
  if (isRefusal(user, 401)) return "open";
  if (user.status === "rejected") {
    log.error("staff_guard.read_failed", user.reason);
    return "failed";
  }
  const isEnrolled = authenticatorOf(user.value) !== null;
  // Comes before the role check: the database returns no staff role until the second factor is used.
  if (isEnrolled && claims.aal !== "aal2") return "second-factor";
  if (role === null) return "failed";
  return isEnrolled || !offersAuthenticator() ? "open" : "remind";
}

/**
 * Reads a staff page's data with the user's access token while the auth service checks the session. Redirects to
 * /login (and back to `path`) without a session, and to the dashboard if `read` throws 403. Returns null if the read
 * failed or the second factor is still required, which the layout shows.
 */
export async function loadForStaff<Data>(
  path: string,
  read: (accessToken: string) => Promise<Data>,
): Promise<{ data: Data } | null> {
  const session = await loadSession();
  if (session.state !== "valid") redirect(loginFor(new URL(path, env().APP_URL)));
  const { accessToken, claims } = session;
  const [user, data] = await Promise.all([settled(loadCurrentUser(accessToken)), settled(read(accessToken))]);
  if (isRefusal(user, 401)) redirect(loginFor(new URL(path, env().APP_URL), "ended"));
  if (user.status === "fulfilled" && needsSecondFactor(user.value, claims.aal)) return null;
  if (isRefusal(data, 403)) redirect(paths.dashboard);
  if (user.status === "fulfilled" && data.status === "fulfilled") return { data: data.value };
  for (const result of [user, data]) {
    if (result.status === "rejected") log.error("staff.read_failed", result.reason, { route: routeOf(path) });
  }
  return null;
}

/** Returns the role for the tabs of a failed page, based only on the cookie. */
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
