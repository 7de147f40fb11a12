import "server-only";
import type { Session } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { authFailure, type Refusals } from "@/lib/auth/auth-failure";
import { getSessionContext } from "@/lib/auth/data";
import {
  clientOfHeld,
  heldSession,
  holdForSecondFactor,
  owesSecondFactor,
  proveSecondFactor,
} from "@/lib/auth/second-factor/prove-second-factor";
import { landingPath, type Wish } from "@/lib/auth/session/landing-path";
import { requireAccount } from "@/lib/auth/session/loaders";
import { newStaffRoleValue, staffRoleCookie } from "@/lib/auth/session/staff-role-cookie";
import type { StaffRole } from "@/lib/auth/session-context";
import { tryLinkOrders } from "@/lib/auth/sign-in/link-orders";
import { clearSessionCookies } from "@/lib/auth/sign-in/sign-out";
import type { SignedIn } from "@/lib/auth/sign-in/signed-in";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { logMark } from "@/lib/base/signing";
import { withinBudget } from "@/lib/base/time-limit";
import { adoptSession, detachedAuthClient, sessionOf } from "@/lib/supabase/server";

const ROLE_BUDGET_MS = 2_000;

/** What a person showed last to sign in, for the log. */
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
 * Signing in has one or two steps. The password opens a session of which this browser knows nothing yet. That of a
 * person with an authenticator app is held in an encrypted cookie until completeSignIn has taken the code; every other
 * one becomes the browser's own. The other ways of signing in (a new account, an emailed link, another site) end
 * with finishSignIn, too.
 */

/**
 * Signs in with a password and returns where the person goes. Throws 401 for a wrong password or an address that isn't
 * confirmed, 429 for too many tries, and 503 when the auth service doesn't answer.
 */
export async function signIn(input: { email: string; password: string } & Wish): Promise<SignedIn> {
  const { email, password, next, plan } = input;
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw authFailure(error, "log_in", LOGIN_REFUSALS, { account: logMark(email) });
  return finishSignIn(data.session, { next, plan }, "password");
}

/**
 * Ends a sign-in with the code of the authenticator app, and returns where the person goes. Someone who is signed in gives it
 * again, which large refunds ask for. Throws 401 when the password was given more than ten minutes ago, 400 for a wrong code, 429 for too
 * many tries, and 503 when the service does not answer.
 */
export async function completeSignIn(input: { code: string } & Wish): Promise<SignedIn> {
  const held = await heldSession.open(await cookies());
  if (!held) return confirmSession(input);
  const client = await clientOfHeld();
  const { data, error } = await client.auth.refreshSession(held);
  if (error) throw authFailure(error, "second_factor");
  if (!data.session || !data.user) throw new AppError("no_session");
  // The token that was held is used up now: the next try needs the new one.
  await holdForSecondFactor(data.session);
  await proveSecondFactor(client, data.user, input.code);
  const session = await sessionOf(client);
  await holdForSecondFactor(session);
  await adoptSession(session);
  heldSession.drop(await cookies());
  return welcome(session, input, "code");
}

/** Notes in a session that is complete already that its person has given the code again. Throws 401 without a session. */
async function confirmSession({ code, ...wish }: { code: string } & Wish): Promise<SignedIn> {
  const { client, user } = await requireAccount();
  await proveSecondFactor(client, user, code);
  return { isSignedIn: true, redirectTo: landingPath(wish), linkedCount: 0 };
}

/**
 * Ends every way of signing in: `session` has just been opened, and this browser has not got it yet. People with an
 * authenticator app are led to the code and have no session until then; everybody else gets it, is welcomed and led on
 * to where `wish` asks for. Throws 503 while no one can tell which of both it is.
 */
export async function finishSignIn(session: Session, wish: Wish, way: Way): Promise<SignedIn> {
  if (!(await owesSecondFactor(session))) {
    await adoptSession(session);
    return welcome(session, wish, way);
  }
  await clearSessionCookies();
  await holdForSecondFactor(session);
  const query = { view: "code", next: wish.next ?? undefined, plan: wish.plan ?? undefined };
  return { isSignedIn: false, redirectTo: withQuery(paths.login, query), linkedCount: 0 };
}

/** Links earlier guest orders, tells this browser the staff role, and returns where the person goes. */
async function welcome(session: Session, wish: Wish, way: Way): Promise<SignedIn> {
  log.info("auth.signed_in", { userId: session.user.id, way });
  const [linkedCount, role] = await Promise.all([
    tryLinkOrders(session.user.id),
    tryRole(session.access_token),
  ]);
  if (role) await keepStaffRole(role, session);
  const redirectTo = landingPath(wish, role);
  return {
    isSignedIn: true,
    redirectTo: withLinked(redirectTo, linkedCount),
    linkedCount,
  };
}

/** Returns the path to open; the dashboard says once more how many earlier orders the sign-in has linked. */
export function withLinked(path: string, linkedCount: number): string {
  if (linkedCount <= 0 || path.split("?")[0] !== paths.dashboard) return path;
  return `${path}${path.includes("?") ? "&" : "?"}linked=${linkedCount}`;
}

/** Caches the staff role in a cookie for 5 minutes. */
async function keepStaffRole(role: StaffRole, { user, access_token }: Session): Promise<void> {
  const { name, ...options } = staffRoleCookie();
  const value = newStaffRoleValue(role, { userId: user.id, accessToken: access_token });
  (await cookies()).set(name, value, options);
}

/** The person's staff role, which decides where they start; a sign-in neither fails nor waits for it. */
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
