import "server-only";
import { proveMailbox } from "@/lib/auth/account/prove-mailbox";
import { endOtherSessions, type Proof, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/auth-failure";
import type { SignedIn } from "@/lib/auth/sign-in/after-sign-in";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import { log } from "@/lib/base/log";
import { adoptSession, requireSession } from "@/lib/supabase/server";

/** Changes the password, ends the other sessions and renews this one. `othersEnded` says whether ending them worked. */
export async function changePassword(proof: Proof, password: string): Promise<{ othersEnded: boolean }> {
  return reauthenticate(proof, async (client) => {
    const { error } = await client.auth.updateUser({ password, current_password: proof.currentPassword });
    if (error) throw authFailure(error, "change_password");
    log.info("auth.password_changed", { userId: proof.userId, by: "current_password" });
    const othersEnded = await endOtherSessions(client, proof.userId);
    await adoptSession(await requireSession(client));
    return { othersEnded };
  });
}

type NewPassword = { tokenHash: string; password: string; code?: string | undefined };

/** Resets the password through a recovery link and ends the other sessions. Throws what `proveMailbox` throws. */
export async function resetPassword(given: NewPassword): Promise<SignedIn> {
  const { session, user } = await proveMailbox({ ...given, type: "recovery" });
  log.info("auth.password_changed", { userId: user.id, by: "mail_link" });
  return finishSignIn(session, {}, "new_password");
}
