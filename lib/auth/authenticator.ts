import "server-only";
import type { User } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";

/**
 * Returns whether people may protect their account with an authenticator app. AUTH_SECOND_FACTOR says so, as the auth
 * service does not.
 */
export const offersAuthenticator = (): boolean => env().AUTH_SECOND_FACTOR === "totp";

/**
 * Returns the id of a person's authenticator app; null for people without one and while its first code has not come.
 */
export function authenticatorOf(user: User): string | null {
  const factor = user.factors?.find(
    ({ factor_type, status }) => factor_type === "totp" && status === "verified",
  );
  return factor?.id ?? null;
}

/**
 * Returns whether a session of this person still owes a code, because an authenticator app is enrolled and was not used.
 * `aal` is the level that the session's token names: "aal2" after a code.
 */
export function owesCode(user: User, aal: "aal1" | "aal2" | undefined): boolean {
  return authenticatorOf(user) !== null && aal !== "aal2";
}
