import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";

/** The auth service did not answer, or a gateway answered for it: 503. Anything else is the answer to `otherwise`. */
export function authFailure(error: AuthError, otherwise: (error: AuthError) => AppError): AppError {
  const isAway = error.name === "AuthRetryableFetchError";
  return isAway ? new ServiceUnavailableError("auth", error) : otherwise(error);
}

/** As authFailure; a refusal is told in the auth service's own words (400). */
export function authRefusal(error: AuthError): AppError {
  return authFailure(error, (cause) => new AppError("auth_refused", { text: cause.message, cause }));
}
