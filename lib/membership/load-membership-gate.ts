import "server-only";
import { headers } from "next/headers";
import { getSessionContext } from "@/lib/auth/data";
import { ACCESS_HEADER } from "@/lib/auth/session/access";
import { loadPerson } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { getActiveSubscription } from "@/lib/membership/data";
import { decideGate, type MembershipGate } from "@/lib/membership/membership-gate";

/**
 * Whether this request's page opens as far as a membership decides: always, unless the access map asks for one. Who is
 * not signed in was sent to /login before. For the layout, so that an entry in the map is all a page needs.
 */
export async function loadMembershipGate(): Promise<MembershipGate> {
  if ((await headers()).get(ACCESS_HEADER) !== "subscriber") return "open";
  const person = await loadPerson();
  if (!person) return "failed";
  const { accessToken, userId } = person;
  const failed = (error: unknown) => {
    log.error("guard.read_failed", error);
    return "failed" as const;
  };
  const [isStaff, subscription] = await Promise.all([
    getSessionContext(accessToken).then(({ staff_role: role }) => role !== null, failed),
    getActiveSubscription(accessToken, userId).catch(failed),
  ]);
  return decideGate({ isStaff, subscription }, Date.now());
}
