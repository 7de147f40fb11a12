import "server-only";
import type { Session, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { authFailure } from "@/lib/auth/auth-failure";
import { authenticatorOf, owesCode } from "@/lib/auth/authenticator";
import { requireClaims } from "@/lib/auth/session/access-token";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { AppError } from "@/lib/base/errors";
import { rateLimits, refundRateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { type DetachedClient, detachedAuthClient } from "@/lib/supabase/server";

/**
 * Keeps the session of a person who has given the password and still owes the code, for ten minutes in an encrypted cookie that no
 * page takes for a session. It holds the refresh token alone: an access token can be larger than a cookie.
 */
export const heldSession = sealedCookie<{ refresh_token: string }>("second-factor", 10);

/** A held session's token works once: a refresh that came after the endpoint's answer would lose it. */
const REFRESH_MS = 5_000;

/** Creates a client for a held session, which it refreshes within the time of an endpoint's answer or not at all. */
export const clientOfHeld = () => detachedAuthClient(undefined, AbortSignal.timeout(REFRESH_MS));

/** Sets a session aside in this browser until the code has been given. */
export async function holdForSecondFactor({ refresh_token }: Session): Promise<void> {
  await heldSession.keep(await cookies(), { refresh_token });
}

/**
 * Returns whether a session that has just been opened still owes the code of an authenticator app. Its token says what was used.
 * Throws 503 for a token that can't be verified here: no page would accept it.
 */
export async function owesSecondFactor({ user, access_token: token }: Session): Promise<boolean> {
  return owesCode(user, (await requireClaims(token)).aal);
}

/**
 * Raises the client's session to the second level with a code. Tries are counted per person, from any address; a right code
 * isn't. Throws 400 for a wrong code and for an account without an app, 429 for too many tries.
 */
export async function proveSecondFactor(
  client: Pick<DetachedClient, "auth">,
  user: User,
  code: string,
): Promise<void> {
  const buckets = [{ ...rateLimits.secondFactor, subject: user.id }];
  const takenAt = await takeRateLimits(buckets);
  const factorId = authenticatorOf(user);
  if (!factorId) throw new AppError("authenticator_missing");
  await giveCode(client, user, { factorId, code });
  await refundRateLimits(buckets, takenAt);
}

/**
 * Gives a code of the app to the auth service, which raises the client's session to the second level. Throws 400 for a wrong
 * one, and 503 when the service does not answer.
 */
export async function giveCode(
  client: Pick<DetachedClient, "auth">,
  user: User,
  given: { factorId: string; code: string },
): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify(given);
  if (error) throw authFailure(error, "second_factor", {}, { userId: user.id });
}
