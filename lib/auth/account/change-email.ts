import "server-only";
import { endSession, type Proof, reauthenticated } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { authClient } from "@/lib/supabase/server";

/**
 * Asks the auth service to change a person's address. It sends the mails that confirm it, and `isChanged` is false
 * until they are answered; a service that confirms addresses by itself has changed it at once.
 */
export async function changeEmail(proof: Proof, email: string): Promise<{ isChanged: boolean }> {
  const wanted = email.toLowerCase();
  if (wanted === proof.email.toLowerCase()) throw new AppError("same_email");
  const isChanged = await reauthenticated(proof, async (client) => {
    const { data, error } = await client.auth.updateUser({ email });
    if (error) {
      throw authFailure(error, (cause) => {
        if (cause.status === 429) return new AppError("rate_limited", { text: cause.message, cause });
        return new AppError("email_refused", { cause });
      });
    }
    await endSession(client);
    return data.user.email?.toLowerCase() === wanted;
  });
  if (isChanged) await refreshOwnSession();
  return { isChanged };
}

/** The session's token still names the former address. */
async function refreshOwnSession(): Promise<void> {
  const client = await authClient();
  const { error } = await client.auth.refreshSession();
  if (error) log.warn("auth.address_shows_later", { reason: error.message });
}
