import "server-only";
import type { Session, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { authFailure } from "@/lib/auth/auth-failure";
import { authenticatorOf, needsSecondFactor } from "@/lib/auth/authenticator";
import { requireClaims } from "@/lib/auth/session/access-token";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { AppError } from "@/lib/base/errors";
import { rateLimits, refundRateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { type DetachedClient, detachedAuthClient } from "@/lib/supabase/server";

/**
 * Holds a session that needs the second factor in an encrypted cookie for ten minutes. Stores only the refresh token,
 * because an access token can exceed a cookie's size.
 */
export const pendingSession = sealedCookie<{ refresh_token: string }>("second-factor", 10);

/** The held token works once. A refresh that ends after the response would lose it. */
const REFRESH_MS = 5_000;

export const pendingSessionClient = () => detachedAuthClient(undefined, AbortSignal.timeout(REFRESH_MS));

export async function storePendingSession({ refresh_token }: Session): Promise<void> {
  await pendingSession.keep(await cookies(), { refresh_token });
}

/** Throws 503 for a token that can't be verified, because no page would accept it. */
export async function sessionNeedsSecondFactor({ user, access_token: token }: Session): Promise<boolean> {
  return needsSecondFactor(user, (await requireClaims(token)).aal);
}

/** Raises the session to aal2. Attempts are limited per person, and a correct code doesn't count. Throws 400 or 429. */
export async function proveSecondFactor(client: Pick<DetachedClient, "auth">, user: User, code: string) {
  const buckets = [{ ...rateLimits.secondFactor, subject: user.id }];
  const takenAt = await takeRateLimits(buckets);
  const factorId = authenticatorOf(user);
  if (!factorId) throw new AppError("authenticator_missing");
  await submitCode(client, user, { factorId, code });
  await refundRateLimits(buckets, takenAt);
}

/** Throws 400 for a wrong code, 503 during an outage. */
export async function submitCode(
  client: Pick<DetachedClient, "auth">,
  user: User,
  given: { factorId: string; code: string },
): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify(given);
  if (error) throw authFailure(error, "second_factor", {}, { userId: user.id });
}
