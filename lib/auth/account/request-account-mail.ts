import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthError } from "@supabase/supabase-js";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { detachedAuthClient } from "@/lib/supabase/server";

/** Long enough for the service to hand a mail over, so that the time tells nothing about the address either. */
const ANSWER_AFTER_MS = 1_000;

/**
 * Asks the auth service for a mail to this address: the link to a new password, or that of the confirmation once more.
 * The answer is the same whether the address has an account or not; only a service that is away is told (503).
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

/** A refusal that depends on the address: no such account, confirmed already, or mailed a moment ago. */
function isAboutTheAddress(error: AuthError): boolean {
  return error.status !== undefined && error.status >= 400 && error.status < 500;
}
