import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthError } from "@supabase/supabase-js";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { ANSWER_AFTER_MS } from "@/lib/auth/sign-in-limits";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { detachedAuthClient } from "@/lib/supabase/server";

/**
 * Asks the auth service for a mail to this address: the link to a new password ("recovery"), or the link that
 * confirms a new account once more ("confirmation"). The answer is the same, and as slow, whether the address has an
 * account or not. Throws 503 when the service does not answer, and 502 when it could not send.
 */
export async function requestAccountMail(
  kind: "recovery" | "confirmation",
  email: string,
): Promise<{ sent: true }> {
  const client = await detachedAuthClient();
  const asked =
    kind === "recovery"
      ? client.auth.resetPasswordForEmail(email)
      : client.auth.resend({ type: "signup", email });
  const [{ error }] = await Promise.all([asked, sleep(ANSWER_AFTER_MS)]);
  if (error && !isAboutTheAddress(error))
    throw authFailure(error, (cause) => new AppError("mail_not_sent", { cause }));
  if (error) log.info("auth.mail_refused", { kind, reason: error.code ?? error.status });
  return { sent: true };
}

/**
 * Such refusals depend on the address (no account, confirmed already, mailed a moment ago), so telling them would
 * tell of it.
 */
function isAboutTheAddress(error: AuthError): boolean {
  return error.status !== undefined && error.status >= 400 && error.status < 500;
}
