import "server-only";
import type { Session, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { authenticatorOf, owesCode } from "@/lib/auth/authenticator";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { authRefusal } from "@/lib/auth/session/auth-failure";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { rateLimits, refundRateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import type { DetachedClient } from "@/lib/supabase/server";

type Tokens = { access_token: string; refresh_token: string };

/**
 * Keeps the session of somebody who has shown the password and still owes the code, for ten minutes in an encrypted
 * cookie that no page takes for a session.
 */
export const heldSession = sealedCookie<Tokens>("second-factor", 10);

/** Sets a session aside in this browser until the code has been given. */
export async function holdForSecondFactor({ access_token, refresh_token }: Session): Promise<void> {
  await heldSession.keep(await cookies(), { access_token, refresh_token });
}

/**
 * Tells whether a session that has just been opened still owes the code of an authenticator app. Its token says what
 * was used.
 */
export async function owesSecondFactor({ user, access_token: token }: Session): Promise<boolean> {
  return owesCode(user, (await verifyAccessToken(token))?.aal);
}

/**
 * Raises the client's session to the second level with a code. Tries are counted per person, from any address; a right code
 * isn't. Throws 400 for a wrong code and for an account without an app, 429 for too many tries.
 */
export async function proveSecondFactor(client: DetachedClient, user: User, code: string): Promise<void> {
  const buckets = [{ ...rateLimits.secondFactor, subject: user.id }];
  const takenAt = await takeRateLimits(buckets);
  const factorId = authenticatorOf(user);
  if (!factorId) throw new AppError("authenticator_missing");
  await giveCode(client, user, { factorId, code });
  await refundRateLimits(buckets, takenAt);
}

/** The auth service's words for a code that is not the app's, or that came too late. */
const WRONG_CODE = ["mfa_verification_failed", "mfa_challenge_expired"];

/**
 * Gives a code of the app to the auth service, which raises the client's session to the second level. Throws 400 for a wrong
 * one, which stands in the log, and 503 when the service does not answer.
 */
export async function giveCode(
  client: Pick<DetachedClient, "auth">,
  user: User,
  given: { factorId: string; code: string },
): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify(given);
  if (!error) return;
  const isWrong = error.code !== undefined && WRONG_CODE.includes(error.code);
  const failure = isWrong ? new AppError("code_wrong", { cause: error }) : authRefusal(error);
  if (failure.status === 400)
    log.warn("auth.code_wrong", { userId: user.id, reason: error.code ?? error.status });
  throw failure;
}
