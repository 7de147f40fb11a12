import "server-only";
import { headers } from "next/headers";
import { getSessionContext } from "@/lib/auth/data";
import { offersAuthenticator } from "@/lib/auth/second-factor/authenticator";
import { authenticatorOf } from "@/lib/auth/second-factor/second-factor";
import { ACCESS_HEADER } from "@/lib/auth/session/access";
import { loadSession } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
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
