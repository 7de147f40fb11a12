import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { authFailure } from "@/lib/auth/session/auth-failure";
import type { Wish } from "@/lib/auth/session/landing-path";
import { finishSignIn, type SignedIn } from "@/lib/auth/sign-in/finish-sign-in";
import { isUnconfirmed } from "@/lib/auth/words";
import { AppError } from "@/lib/base/errors";
import { sharedMessages } from "@/lib/base/shared-messages";
import { authClient } from "@/lib/supabase/server";

/**
 * Signs in with a password (which sets the session's cookies) and links earlier guest orders. Throws the auth
 * service's own message, or 503 when it does not answer.
 */
export async function signIn(input: { email: string; password: string } & Wish): Promise<SignedIn> {
  const { email, password, next, plan } = input;
  const client = await authClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw authFailure(error, refusal);
  return finishSignIn(data.session, { next, plan });
}

function refusal(error: AuthError): AppError {
  const text = error.message || sharedMessages.loginRefused;
  if (error.status === 429) return new AppError("rate_limited", { text, cause: error });
  return new AppError(isUnconfirmed(error) ? "email_not_confirmed" : "login_refused", { text, cause: error });
}
