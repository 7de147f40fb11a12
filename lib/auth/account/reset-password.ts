import "server-only";
import type { AuthError, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
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
import { adoptSession, detachedAuthClient } from "@/lib/supabase/server";

/**
 * The session of a redeemed recovery link whose new password was refused: good for another try with the same link,
 * and for nothing else.
 */
const recovery = sealedCookie<{ link: string; access_token: string; refresh_token: string }>("recovery", 15);

type Client = Awaited<ReturnType<typeof detachedAuthClient>>;
type NewPassword = { tokenHash: string; password: string; code?: string | undefined };

/**
 * Sets a new password for whom the link of a recovery mail proves to be; every other session of the account ends, and
 * the person is signed in. Throws 400 for a link that no longer works or a password that the service refuses.
 */
export async function resetPassword({ tokenHash, password, code }: NewPassword): Promise<SignedIn> {
  const client = await detachedAuthClient();
  const link = hashOf(tokenHash);
  const user = await startRecovery(client, tokenHash, link);
  try {
    if (code) await proveSecondFactor(client, user, code);
    const { error } = await client.auth.updateUser({ password });
    if (error) throw authFailure(error, (cause) => refusal(cause, user));
  } catch (error) {
    await keepRecovery(client, link);
    throw error;
  }
  const others = await client.auth.signOut({ scope: "others" });
  if (others.error) log.error("auth.other_sessions_stay", others.error, { userId: user.id });
  const { data } = await client.auth.getSession();
  if (!data.session) throw new AppError("no_session");
  await adoptSession(data.session);
  recovery.drop(await cookies());
  return finishSignIn(data.session, {});
}

/** Puts the recovery's session into the client: of this link's earlier try, or by redeeming the link. */
async function startRecovery(client: Client, tokenHash: string, link: string): Promise<User> {
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

async function keepRecovery(client: Client, link: string): Promise<void> {
  const { data } = await client.auth.getSession();
  if (!data.session) return;
  const { access_token, refresh_token } = data.session;
  await recovery.keep(await cookies(), { link, access_token, refresh_token });
}

function refusal(error: AuthError, user: User): AppError {
  if (error.code === "insufficient_aal" && authenticatorOf(user)) return new AppError("code_needed");
  if (error.code === "same_password") {
    return new AppError("auth_refused", { text: error.message, cause: error });
  }
  const code = error.status === 429 ? "rate_limited" : "auth_refused";
  return new AppError(code, { text: signupMessage(error), cause: error });
}
