import "server-only";
import type { User } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";

/** A setting, because the auth service doesn't publish it. */
export const offersAuthenticator = (): boolean => env().AUTH_SECOND_FACTOR === "totp";

/** Returns the ID of the verified authenticator app, or null. */
export function authenticatorOf(user: User): string | null {
  const factor = user.factors?.find(
    ({ factor_type, status }) => factor_type === "totp" && status === "verified",
  );
  return factor?.id ?? null;
}

/** Returns whether the session still needs a code. `aal` is the token's assurance level, "aal2" after a code. */
export function needsSecondFactor(user: User, aal: "aal1" | "aal2" | undefined): boolean {
  return authenticatorOf(user) !== null && aal !== "aal2";
}
