import "server-only";
import { cookies } from "next/headers";
import { readSession } from "@/lib/auth/session/read-session";
import { staffRoleCookie } from "@/lib/auth/session/staff-role-cookie";
import { log } from "@/lib/base/log";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { withinBudget } from "@/lib/base/time-limit";
import { hasSessionCookie, sessionCookie, signedInOptions } from "@/lib/supabase/cookies";
import { authClient } from "@/lib/supabase/server";

const BUDGET_MS = 5_000;

/**
 * Ends this browser's session; others of the account go on. Whatever the auth service says, and after 5 s without an
 * answer, the cookies go.
 */
export async function signOut(): Promise<void> {
  const session = await readSession(authClient, (await cookies()).getAll());
  const client = await authClient();
  const ended = client.auth.signOut({ scope: "local" }).then(
    ({ error }) => error,
    (error: unknown) => error,
  );
  const error = await withinBudget(ended, BUDGET_MS, () => new Error("no answer in time"));
  if (error) log.error("auth.sign_out_failed", error);
  else if (session.state === "valid") log.info("auth.signed_out", { userId: session.claims.userId });
  await clearSessionCookies();
}

/** Removes the session, the staff role and the mark `signed_in` from this browser. The auth service is not told. */
export async function clearSessionCookies(): Promise<void> {
  const store = await cookies();
  const { name: _, ...attributes } = sessionCookie();
  for (const { name } of store.getAll()) {
    if (hasSessionCookie([name])) store.set(name, "", { ...attributes, maxAge: 0 });
  }
  const { name: roleCookie, ...options } = staffRoleCookie();
  store.set(roleCookie, "", { ...options, maxAge: 0 });
  store.set(SIGNED_IN_COOKIE, "", signedInOptions(false));
}
