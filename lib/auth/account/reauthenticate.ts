import "server-only";
import type { User } from "@supabase/supabase-js";
import { authFailure, type Refusals } from "@/lib/auth/auth-failure";
import { authenticatorOf } from "@/lib/auth/authenticator";
import { proveSecondFactor } from "@/lib/auth/second-factor/prove-second-factor";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { type DetachedClient, detachedAuthClient } from "@/lib/supabase/server";

export type Proof = {
  userId: string;
  email: string;
  currentPassword: string;
  code?: string | undefined;
  address: string;
};

const WRONG: Refusals = {
  invalid_credentials: { as: "current_password_wrong", level: "warn" },
  email_provider_disabled: {
    as: "auth_refused",
    level: "alert",
    text: "We can't check your password right now. Please contact support.",
  },
};

/**
 * Runs `work` in a fresh session opened with password and code, which the auth service requires for account changes.
 * A failure ends that session. Successful work ends or adopts it. Throws 400, 403 if a code is required, and 429.
 */
export async function reauthenticate<T>(
  proof: Proof,
  work: (client: DetachedClient, user: User) => Promise<T>,
): Promise<T> {
  const { userId, email, currentPassword: password, code, address } = proof;
  // Also limited per person, because a stolen session could try passwords from many addresses.
  await takeRateLimits([{ ...rateLimits.signIn, subject: userId }, ...signInLimits(email, address)]);
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw authFailure(error, "current_password", WRONG, { userId });
  try {
    if (data.user.id !== userId) throw new AppError("current_password_wrong");
    if (authenticatorOf(data.user)) {
      if (!code) throw new AppError("code_needed");
      await proveSecondFactor(client, data.user, code);
    }
    return await work(client, data.user);
  } catch (failure) {
    await endSession(client);
    throw failure;
  }
}

/** During an outage this only logs, and the session expires on its own. */
export async function endSession(client: DetachedClient): Promise<void> {
  const { error } = await client.auth.signOut({ scope: "local" });
  if (error) log.error("auth.session_stays", error);
}

export async function endOtherSessions(client: DetachedClient, userId: string): Promise<boolean> {
  const { error } = await client.auth.signOut({ scope: "others" });
  if (error) log.error("auth.other_sessions_stay", error, { userId });
  return !error;
}
