import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getSessionContext } from "@/lib/auth/data";
import { authenticatorOf, offersAuthenticator } from "@/lib/auth/second-factor/authenticator";
import { ACCESS_HEADER, loginFor } from "@/lib/auth/session/access";
import { requireStandingSession } from "@/lib/auth/session/caller";
import { loadSession, requireUser } from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { decideStaffGate, type StaffGate } from "@/lib/staff/staff-gate";
import { detachedAuthClient } from "@/lib/supabase/server";

/**
 * Whether this request's page opens as far as staff rights decide: always, unless the access map says admin. The auth
 * service is asked each time: a signature alone cannot tell that a session has ended.
 */
export async function loadStaffGate(): Promise<StaffGate> {
  if ((await headers()).get(ACCESS_HEADER) !== "admin") return "open";
  const session = await loadSession();
  if (session.state !== "valid") return session.state === "unreachable" ? "failed" : "stranger";
  const { accessToken, claims } = session;
  const failed = (error: unknown) => {
    log.error("staff_guard.read_failed", error);
    return "failed" as const;
  };
  const [role, isEnrolled] = await Promise.all([
    getSessionContext(accessToken).then(({ staff_role }) => staff_role, failed),
    isEnrolledNow(accessToken).catch(failed),
  ]);
  return decideStaffGate({ role, isEnrolled, aal: claims.aal, isOffered: offersAuthenticator() });
}

async function isEnrolledNow(accessToken: string): Promise<boolean> {
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.getUser(accessToken);
  if (error) throw error;
  return authenticatorOf(data.user) !== null;
}

/**
 * Reads what a page for staff shows, as the person of this request: who is not signed in goes to /login, who is no
 * staff to the dashboard, and null is a read that failed, which the page says.
 */
export async function loadForStaff<Data>(
  path: string,
  read: (accessToken: string) => Promise<Data>,
): Promise<{ data: Data } | null> {
  const { accessToken } = await requireUser(path);
  const standing = requireStandingSession(accessToken);
  const results = await Promise.allSettled([standing, read(accessToken)]);
  const [session, data] = results;
  if (isRefusal(session, 401)) redirect(loginFor(new URL(path, env().APP_URL)));
  if (isRefusal(data, 403)) redirect(paths.dashboard);
  if (session.status === "fulfilled" && data.status === "fulfilled") return { data: data.value };
  for (const result of results) {
    if (result.status === "rejected") log.error("staff.read_failed", result.reason, { path });
  }
  return null;
}

function isRefusal(result: PromiseSettledResult<unknown>, status: number): boolean {
  return result.status === "rejected" && result.reason instanceof AppError && result.reason.status === status;
}
