import "server-only";
import type { AuthError, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { type Proof, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { authenticatorOf } from "@/lib/auth/second-factor/authenticator";
import { proveSecondFactor } from "@/lib/auth/second-factor/prove-second-factor";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import type { SignedIn } from "@/lib/auth/sign-in/signed-in";
import { RECOVERY_REFUSED, signupMessage } from "@/lib/auth/words";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { hashOf } from "@/lib/base/signing";
import { adoptSession, type DetachedClient, detachedAuthClient } from "@/lib/supabase/server";

/**
 * Changes a signed-in person's password. Every other session of the account ends, and this browser goes on with a new
 * one; `othersEnded` is false when the auth service would not end them. Throws what `reauthenticate` throws, and 400
 * for a password that the service refuses.
 */
export async function changePassword(proof: Proof, password: string): Promise<{ othersEnded: boolean }> {
  return reauthenticate(proof, async (client) => {
    const { error } = await client.auth.updateUser({ password });
    if (error) throw authFailure(error, refusal);
    const othersEnded = await endOtherSessions(client, proof.userId);
    await adoptSession(client);
    return { othersEnded };
  });
}

/**
 * The session of a redeemed recovery link whose new password was refused: a link works once, so the next try with the
 * same link goes on with this session. It serves for nothing else.
 */
const recovery = sealedCookie<{ link: string; access_token: string; refresh_token: string }>("recovery", 15);

type NewPassword = { tokenHash: string; password: string; code?: string | undefined };

/**
 * Sets a new password for the person whom the link of a recovery mail names. Every other session of the account ends,
 * and this browser is signed in. Throws 400 for a link that no longer works or a password that the service refuses, and
 * 403 while the code of an authenticator app is missing.
 */
export async function resetPassword({ tokenHash, password, code }: NewPassword): Promise<SignedIn> {
  const client = await detachedAuthClient();
  const link = hashOf(tokenHash);
  const user = await startRecovery(client, tokenHash, link);
  try {
    if (code) await proveSecondFactor(client, user, code);
    const { error } = await client.auth.updateUser({ password });
    if (error) throw authFailure(error, (cause) => recoveryRefusal(cause, user));
  } catch (error) {
    await keepRecovery(client, link);
    throw error;
  }
  await endOtherSessions(client, user.id);
  const session = await adoptSession(client);
  recovery.drop(await cookies());
  return finishSignIn(session, {});
}

/** Puts the recovery's session into the client: that of this link's earlier try, or the one that the link redeems. */
async function startRecovery(client: DetachedClient, tokenHash: string, link: string): Promise<User> {
  const held = await recovery.open(await cookies());
  const { data, error } =
    held?.link === link
      ? await client.auth.setSession(held)
      : await client.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  if (error) {
    const code = error.status === 429 ? "rate_limited" : "link_refused";
    throw authFailure(error, (cause) => new AppError(code, { text: RECOVERY_REFUSED, cause }));
  }
  if (!data.user) throw new AppError("link_refused", { text: RECOVERY_REFUSED });
  return data.user;
}

async function keepRecovery(client: DetachedClient, link: string): Promise<void> {
  const { data } = await client.auth.getSession();
  if (!data.session) return;
  const { access_token, refresh_token } = data.session;
  await recovery.keep(await cookies(), { link, access_token, refresh_token });
}

/** The auth service wants the second factor for a new password where one is enrolled. */
function recoveryRefusal(error: AuthError, user: User): AppError {
  const isCodeMissing = error.code === "insufficient_aal" && authenticatorOf(user);
  return isCodeMissing ? new AppError("code_needed") : refusal(error);
}

function refusal(error: AuthError): AppError {
  const text = error.code === "same_password" ? error.message : signupMessage(error);
  return new AppError(error.status === 429 ? "rate_limited" : "auth_refused", { text, cause: error });
}

/** Ends the account's sessions elsewhere; answers whether the auth service did. */
async function endOtherSessions(client: DetachedClient, userId: string): Promise<boolean> {
  const { error } = await client.auth.signOut({ scope: "others" });
  if (error) log.error("auth.other_sessions_stay", error, { userId });
  return !error;
}
