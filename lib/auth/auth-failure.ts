import "server-only";
import { type AuthError, isAuthRetryableFetchError } from "@supabase/supabase-js";
import { type AppError, ServiceUnavailableError } from "@/lib/errors";

/** The auth service did not answer, or a gateway answered for it: 503. Anything else is the answer to `otherwise`. */
export function authFailure(error: AuthError, otherwise: (error: AuthError) => AppError): AppError {
  return isAuthRetryableFetchError(error) ? new ServiceUnavailableError("auth", error) : otherwise(error);
}
