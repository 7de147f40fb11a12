import "server-only";
import type { Session } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { getSessionContext } from "@/lib/auth/data";
import { holdForSecondFactor, owesSecondFactor } from "@/lib/auth/second-factor/prove-second-factor";
import { landingPath, type Role, type Wish } from "@/lib/auth/session/landing-path";
import { newStaffRoleValue, staffRoleCookie } from "@/lib/auth/session/staff-role-cookie";
import { tryLinkOrders } from "@/lib/auth/sign-in/link-orders";
import { clearSessionCookies } from "@/lib/auth/sign-in/sign-out";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { withinBudget } from "@/lib/base/time-limit";

export type SignedIn = { redirectTo: string; linkedCount: number };

const ROLE_BUDGET_MS = 2_000;

/**
 * What every way of signing in ends with. Who has enrolled a second factor gets no session yet but is led to the code;
 * everybody else has earlier guest orders linked, and is led on.
 */
export async function finishSignIn(session: Session, wish: Wish): Promise<SignedIn> {
  if (!(await owesSecondFactor(session))) return welcome(session, wish);
  await clearSessionCookies();
  await holdForSecondFactor(session);
  const query = { view: "code", next: wish.next ?? undefined, plan: wish.plan ?? undefined };
  return { redirectTo: withQuery(paths.login, query), linkedCount: 0 };
}

/** Links earlier guest orders, tells this browser the staff role, and answers where the person goes. */
export async function welcome(session: Session, wish: Wish): Promise<SignedIn> {
  const [linkedCount, role] = await Promise.all([
    tryLinkOrders(session.user.id),
    tryRole(session.access_token),
  ]);
  if (role) await keepStaffRole(role, session);
  return { redirectTo: landingPath(wish, role), linkedCount };
}

/** Spares middleware the question for the next minutes. */
async function keepStaffRole(role: "owner" | "staff", { user, access_token }: Session): Promise<void> {
  const { name, ...options } = staffRoleCookie();
  const value = newStaffRoleValue(role, { userId: user.id, accessToken: access_token });
  (await cookies()).set(name, value, options);
}

/** The person's staff role, which decides where they start; a sign-in neither fails nor waits for it. */
async function tryRole(accessToken: string): Promise<Role> {
  const work = getSessionContext(accessToken).then(
    ({ staff_role: role }) => role,
    (error: unknown) => {
      log.error("auth.role_failed", error);
      return null;
    },
  );
  return withinBudget(work, ROLE_BUDGET_MS, () => null);
}
