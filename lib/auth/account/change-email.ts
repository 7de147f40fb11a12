import "server-only";
import { endSession, type Proof, reauthenticated } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { authClient } from "@/lib/supabase/server";

export const SAME_EMAIL = "This is your email address already.";
export const EMAIL_REFUSED = "This email address cannot be used. Please choose another one.";

/**
 * Asks the auth service to change a person's address. It sends the mails that confirm it, and `isChanged` is false
 * until they are answered; a service that confirms addresses by itself has changed it at once.
 */
export async function changeEmail(proof: Proof, email: string): Promise<{ isChanged: boolean }> {
  const wanted = email.toLowerCase();
  if (wanted === proof.email.toLowerCase()) throw new AppError(400, SAME_EMAIL);
  const isChanged = await reauthenticated(proof, async (client) => {
    const { data, error } = await client.auth.updateUser({ email });
    if (error) {
      throw authFailure(
        error,
        (cause) =>
          new AppError(
            cause.status === 429 ? 429 : 400,
            cause.status === 429 ? cause.message : EMAIL_REFUSED,
            { cause },
          ),
      );
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
