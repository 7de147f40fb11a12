import "server-only";
import type { User } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";

/** Whether people may protect their account with an authenticator app: the service does not say so itself. */
export const offersAuthenticator = (): boolean => env().AUTH_SECOND_FACTOR === "totp";

/** The verified authenticator app of a person; null for who has none. */
export function authenticatorOf(user: User): string | null {
  const factor = user.factors?.find(
    ({ factor_type, status }) => factor_type === "totp" && status === "verified",
  );
  return factor?.id ?? null;
}

/** Whether a session of this person still owes a code: an authenticator is enrolled, and was not used. */
export function owesCode(user: User, aal: "aal1" | "aal2" | undefined): boolean {
  return authenticatorOf(user) !== null && aal !== "aal2";
}
