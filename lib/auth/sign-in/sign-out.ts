import "server-only";
import { cookies } from "next/headers";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { staffRoleCookie } from "@/lib/auth/session/staff-role-cookie";
import { log } from "@/lib/base/log";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { withinBudget } from "@/lib/base/time-limit";
import { hasSessionCookie, sessionCookie, signedInOptions } from "@/lib/supabase/cookies";
import { authClient, removeVerifiers } from "@/lib/supabase/server";

const BUDGET_MS = 5_000;

/** Ends only this browser's session. Clears the cookies even if the auth service fails or takes over 5 s. */
export async function signOut(): Promise<void> {
  const client = await authClient();
  const ended = endOwnSession(client).catch((error: unknown) => error);
  const error = await withinBudget(ended, BUDGET_MS, () => new Error("no answer in time"));
  if (error) log.error("auth.sign_out_failed", error);
  await clearSessionCookies();
}

async function endOwnSession({ auth }: Awaited<ReturnType<typeof authClient>>): Promise<unknown> {
  const { data } = await auth.getSession();
  const { error } = await auth.signOut({ scope: "local" });
  const claims = data.session && !error ? await verifyAccessToken(data.session.access_token) : null;
  if (claims) log.info("auth.signed_out", { userId: claims.userId });
  return error;
}

export async function clearSessionCookies(): Promise<void> {
  const store = await cookies();
  const { name: _, ...attributes } = sessionCookie();
  for (const { name } of store.getAll()) {
    if (hasSessionCookie([name])) store.set(name, "", { ...attributes, maxAge: 0 });
  }
  await removeVerifiers();
  const { name: roleCookie, ...options } = staffRoleCookie();
  store.set(roleCookie, "", { ...options, maxAge: 0 });
  store.set(SIGNED_IN_COOKIE, "", signedInOptions(false));
}
