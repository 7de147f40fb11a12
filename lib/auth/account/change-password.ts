import "server-only";
import { type Proof, reauthenticated } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { signupMessage } from "@/lib/auth/words";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { adoptSession } from "@/lib/supabase/server";

/**
 * Changes a person's password. Every other session of the account ends; this browser goes on with a new one.
 * `othersEnded` is false when the auth service would not end them.
 */
export async function changePassword(proof: Proof, password: string): Promise<{ othersEnded: boolean }> {
  return reauthenticated(proof, async (client) => {
    const { error } = await client.auth.updateUser({ password });
    if (error) {
      throw authFailure(error, (cause) => {
        const text = cause.code === "same_password" ? cause.message : signupMessage(cause);
        return new AppError(cause.status === 429 ? "rate_limited" : "auth_refused", { text, cause });
      });
    }
    const others = await client.auth.signOut({ scope: "others" });
    if (others.error) log.error("auth.other_sessions_stay", others.error, { userId: proof.userId });
    const { data } = await client.auth.getSession();
    if (!data.session) throw new AppError("no_session");
    await adoptSession(data.session);
    return { othersEnded: !others.error };
  });
}
