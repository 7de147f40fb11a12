import "server-only";
import { endSession, type Proof, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { authFailure, type Refusals, tooManyRequests } from "@/lib/auth/auth-failure";
import { wasAccountEmailed } from "@/lib/auth/data";
import { mailLimits } from "@/lib/auth/sign-in-limits";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { takeRateLimits } from "@/lib/http/rate-limit";
import { authClient } from "@/lib/supabase/server";

const EMAIL_REFUSED = { as: "email_refused", level: "info" } as const;
const EMAIL_REFUSALS: Refusals = {
  email_exists: EMAIL_REFUSED,
  email_address_invalid: EMAIL_REFUSED,
  validation_failed: EMAIL_REFUSED,
};

/**
 * Requests an email change. `isChanged` is false until both emailed links are opened, unless the service doesn't
 * confirm emails. Throws 400, 429, 502 and what `reauthenticate` throws.
 */
export async function changeEmail(proof: Proof, email: string): Promise<{ isChanged: boolean }> {
  const wanted = email.toLowerCase();
  if (wanted === proof.email.toLowerCase()) throw new AppError("same_email");
  const isChanged = await reauthenticate(proof, async (client) => {
    // Only calls that send an email count.
    await takeRateLimits(mailLimits(proof.email, proof.address));
    const { data, error } = await client.auth.updateUser({ email });
    if (error?.code === "over_email_send_rate_limit" && (await wasAccountEmailed(proof.email)))
      throw tooManyRequests(error);
    if (error) throw authFailure(error, "change_email", EMAIL_REFUSALS);
    const isDone = data.user.email?.toLowerCase() === wanted;
    log.info(isDone ? "auth.address_changed" : "auth.address_asked", { userId: proof.userId });
    await endSession(client);
    return isDone;
  });
  if (isChanged) await refreshOwnSession();
  return { isChanged };
}

/** On failure, pages show the new email only later. */
async function refreshOwnSession(): Promise<void> {
  const client = await authClient();
  const { error } = await client.auth.refreshSession();
  if (error) log.warn("auth.address_shows_later", { reason: error.message });
}
