import "server-only";
import type { Session, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { authenticatorOf, owesCode } from "@/lib/auth/second-factor/authenticator";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { authRefusal } from "@/lib/auth/session/auth-failure";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { AppError } from "@/lib/base/errors";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import type { DetachedClient } from "@/lib/supabase/server";

type Tokens = { access_token: string; refresh_token: string };

/** The session of somebody who has shown the password and still owes the code; no page takes it for a session. */
export const heldSession = sealedCookie<Tokens>("second-factor", 10);

/** Sets a session aside until the code has been given. */
export async function holdForSecondFactor({ access_token, refresh_token }: Session): Promise<void> {
  await heldSession.keep(await cookies(), { access_token, refresh_token });
}

/** Whether a session that has just been opened still owes the code of an authenticator app. */
export async function owesSecondFactor({ user, access_token: token }: Session): Promise<boolean> {
  return owesCode(user, (await verifyAccessToken(token))?.aal);
}

/** Raises the client's session to the second level with a code; limited for each person, whoever tries. */
export async function proveSecondFactor(client: DetachedClient, user: User, code: string): Promise<void> {
  await takeRateLimits([{ ...rateLimits.secondFactor, subject: user.id }]);
  const factorId = authenticatorOf(user);
  if (!factorId) throw new AppError("authenticator_missing");
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw authRefusal(error);
}
