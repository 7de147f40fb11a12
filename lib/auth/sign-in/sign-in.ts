import "server-only";
import type { Session } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { authFailure, type Refusals } from "@/lib/auth/auth-failure";
import { getSessionContext } from "@/lib/auth/data";
import {
  pendingSession,
  pendingSessionClient,
  proveSecondFactor,
  sessionNeedsSecondFactor,
  storePendingSession,
} from "@/lib/auth/second-factor/prove-second-factor";
import { type LoginTarget, landingPath } from "@/lib/auth/session/landing-path";
import { requireAccount } from "@/lib/auth/session/loaders";
import { newStaffRoleValue, staffRoleCookie } from "@/lib/auth/session/staff-role-cookie";
import type { StaffRole } from "@/lib/auth/session-context";
import type { SignedIn } from "@/lib/auth/sign-in/after-sign-in";
import { tryLinkOrders } from "@/lib/auth/sign-in/link-orders";
import { clearSessionCookies } from "@/lib/auth/sign-in/sign-out";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { logPseudonym } from "@/lib/base/signing";
import { withinBudget } from "@/lib/base/time-limit";
import { adoptSession, detachedAuthClient, requireSession } from "@/lib/supabase/server";

const ROLE_BUDGET_MS = 2_000;

type Way = "password" | "code" | "sign_up" | "mail_link" | "new_password" | "other_site";

const LOGIN_REFUSALS: Refusals = {
  validation_failed: { as: "login_refused", level: "info" },
  email_provider_disabled: {
    as: "login_refused",
    level: "alert",
    text: "Logging in with a password is turned off right now. Please contact support.",
  },
};

/*
 * The password check opens a session that the browser doesn't have yet. With an authenticator app, an encrypted
 * cookie stores it until completeSignIn receives the code. Every other sign-in also ends with finishSignIn.
 */

/** Throws 401 for a wrong password or unconfirmed email, 429, and 503 during an outage. */
export async function signIn(input: { email: string; password: string } & LoginTarget): Promise<SignedIn> {
  const { email, password, next, plan } = input;
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw authFailure(error, "log_in", LOGIN_REFUSALS, { account: logPseudonym(email) });
  return finishSignIn(data.session, { next, plan }, "password");
}

/** Completes a sign-in, or verifies the code again for a large refund. Throws 401 after ten minutes, 400, 429 and 503. */
export async function completeSignIn(input: { code: string } & LoginTarget): Promise<SignedIn> {
  const held = await pendingSession.open(await cookies());
  if (!held) return confirmSession(input);
  const client = await pendingSessionClient();
  const { data, error } = await client.auth.refreshSession(held);
  if (error) throw authFailure(error, "second_factor");
  if (!data.session || !data.user) throw new AppError("no_session");
  // The stored refresh token is used up, so a retry needs the new one.
  await storePendingSession(data.session);
  await proveSecondFactor(client, data.user, input.code);
  const session = await requireSession(client);
  await storePendingSession(session);
  await adoptSession(session);
  pendingSession.drop(await cookies());
  return welcome(session, input, "code");
}

/** Verifies the code again in an existing session. Throws 401 without one. */
async function confirmSession({ code, ...loginTarget }: { code: string } & LoginTarget): Promise<SignedIn> {
  const { client, user } = await requireAccount();
  await proveSecondFactor(client, user, code);
  return { isSignedIn: true, redirectTo: landingPath(loginTarget), linkedCount: 0 };
}

/**
 * Finishes every sign-in whose session the browser doesn't have yet: stores the session while a code is due, else
 * adopts it. Throws 503 if it can't tell whether a code is due.
 */
export async function finishSignIn(session: Session, loginTarget: LoginTarget, way: Way): Promise<SignedIn> {
  if (!(await sessionNeedsSecondFactor(session))) {
    await adoptSession(session);
    return welcome(session, loginTarget, way);
  }
  await clearSessionCookies();
  await storePendingSession(session);
  const query = { view: "code", next: loginTarget.next ?? undefined, plan: loginTarget.plan ?? undefined };
  return { isSignedIn: false, redirectTo: withQuery(paths.login, query), linkedCount: 0 };
}

async function welcome(session: Session, loginTarget: LoginTarget, way: Way): Promise<SignedIn> {
  log.info("auth.signed_in", { userId: session.user.id, way });
  const [linkedCount, role] = await Promise.all([
    tryLinkOrders(session.user.id),
    tryRole(session.access_token),
  ]);
  if (role) await keepStaffRole(role, session);
  const redirectTo = landingPath(loginTarget, role);
  return {
    isSignedIn: true,
    redirectTo: withLinked(redirectTo, linkedCount),
    linkedCount,
  };
}

export function withLinked(path: string, linkedCount: number): string {
  if (linkedCount <= 0 || path.split("?")[0] !== paths.dashboard) return path;
  return `${path}${path.includes("?") ? "&" : "?"}linked=${linkedCount}`;
}

async function keepStaffRole(role: StaffRole, { user, access_token }: Session): Promise<void> {
  const { name, ...options } = staffRoleCookie();
  const value = newStaffRoleValue(role, { userId: user.id, accessToken: access_token });
  (await cookies()).set(name, value, options);
}

/** Reads the staff role for the start page, without failing or delaying a sign-in. */
async function tryRole(accessToken: string): Promise<StaffRole | null> {
  const work = getSessionContext(accessToken).then(
    ({ staff_role: role }) => role,
    (error: unknown) => {
      log.error("auth.role_failed", error);
      return null;
    },
  );
  return withinBudget(work, ROLE_BUDGET_MS, () => null);
}
