import "server-only";
import { cookies } from "next/headers";
import { heldSession, proveSecondFactor } from "@/lib/auth/second-factor/prove-second-factor";
import { authFailure } from "@/lib/auth/session/auth-failure";
import type { Wish } from "@/lib/auth/session/landing-path";
import { type SignedIn, welcome } from "@/lib/auth/sign-in/finish-sign-in";
import { AppError } from "@/lib/base/errors";
import { adoptSession, detachedAuthClient } from "@/lib/supabase/server";

/**
 * Ends a sign-in with the code of the authenticator app. Throws 401 when the password was given too long ago, the auth
 * service's own message for a wrong code, or 503 when it does not answer.
 */
export async function completeSignIn(input: { code: string } & Wish): Promise<SignedIn> {
  const held = await heldSession.open(await cookies());
  if (!held) throw new AppError("no_session");
  const client = await detachedAuthClient();
  const started = await client.auth.setSession(held);
  if (started.error) throw authFailure(started.error, (cause) => new AppError("no_session", { cause }));
  const { user } = started.data;
  if (!user) throw new AppError("no_session");
  await proveSecondFactor(client, user, input.code);
  const { data } = await client.auth.getSession();
  if (!data.session) throw new AppError("no_session");
  await adoptSession(data.session);
  heldSession.drop(await cookies());
  return welcome(data.session, input);
}
