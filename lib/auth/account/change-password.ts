import "server-only";
import { proveMailbox } from "@/lib/auth/account/prove-mailbox";
import { endOtherSessions, type Proof, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/auth-failure";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import type { SignedIn } from "@/lib/auth/sign-in/signed-in";
import { log } from "@/lib/base/log";
import { adoptSession, sessionOf } from "@/lib/supabase/server";

/**
 * Changes a signed-in person's password. Every other session of the account ends, and this browser goes on with a new
 * one; `othersEnded` is false when the auth service would not end them. Throws what `reauthenticate` throws, and 400
 * for a password that the service refuses.
 */
export async function changePassword(proof: Proof, password: string): Promise<{ othersEnded: boolean }> {
  return reauthenticate(proof, async (client) => {
    // The current one is asked for by projects with "require current password".
    const { error } = await client.auth.updateUser({ password, current_password: proof.currentPassword });
    if (error) throw authFailure(error, "change_password");
    log.info("auth.password_changed", { userId: proof.userId, by: "current_password" });
    const othersEnded = await endOtherSessions(client, proof.userId);
    await adoptSession(await sessionOf(client));
    return { othersEnded };
  });
}

type NewPassword = { tokenHash: string; password: string; code?: string | undefined };

/**
 * Sets a new password for the person whom the link of a recovery email names. Every other session of the account ends,
 * and this browser is signed in. Throws what proveMailbox throws.
 */
export async function resetPassword(given: NewPassword): Promise<SignedIn> {
  const { session, user } = await proveMailbox({ ...given, type: "recovery" });
  log.info("auth.password_changed", { userId: user.id, by: "mail_link" });
  return finishSignIn(session, {}, "new_password");
}
