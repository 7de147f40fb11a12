import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";

/** What the client calls a service that does not answer, and an answer that is not the service's (no JSON). */
const AWAY = ["AuthRetryableFetchError", "AuthUnknownError"];

/**
 * Turns an error of the auth service into one of ours: 503 when it, or a gateway in its place, did not answer as it does, else
 * what `otherwise` makes of it.
 */
export function authFailure(error: AuthError, otherwise: (error: AuthError) => AppError): AppError {
  const isAway = AWAY.includes(error.name);
  return isAway ? new ServiceUnavailableError("auth", error) : otherwise(error);
}

/** Does as authFailure, and tells a refusal in the auth service's own words (400). */
export function authRefusal(error: AuthError): AppError {
  return authFailure(error, (cause) => new AppError("auth_refused", { text: cause.message, cause }));
}
