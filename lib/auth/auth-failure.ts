import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";
import { errorCodes } from "@/lib/base/error-codes";
import { AppError, type ErrorCode, ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { waitText } from "@/lib/http/rate-limit";
import { alertStaff } from "@/lib/supabase/mutations";

/*
 * Refusals by error code (https://supabase.com/docs/guides/auth/debugging/error-codes). A 4xx with a code is a
 * refusal. Anything else is an outage, except an email that the service couldn't send, which has no code.
 */

/** "alert" also emails the operator: no one can sign up or log in until the setting is fixed. */
type Level = "info" | "warn" | "error" | "alert";
/** `text` defaults to the text of `as`. Null shows the auth service's own message. */
type Refusal = { as: ErrorCode; level: Level; text?: string | null | undefined };
/** Overrides for one caller. `otherwise` covers the remaining codes. */
export type Refusals = Record<string, Refusal> & { otherwise?: Refusal };

const refusalAs = (as: ErrorCode, level: Level, text?: string | null): Refusal => ({ as, level, text });

const SIGN_UPS_OFF = refusalAs(
  "auth_refused",
  "alert",
  "Sign-ups are temporarily disabled. Please contact support.",
);
export const INVALID_EMAIL = refusalAs("auth_refused", "warn", "Please enter a valid email address.");
const MISCONFIGURED = "Server error: Auth service may be misconfigured. Please contact support.";
const ENDED = refusalAs("no_session", "info");
const WRONG_CODE = refusalAs("code_wrong", "warn");
const REGISTERED = refusalAs("already_registered", "warn");

const REFUSALS: Record<string, Refusal> = {
  invalid_credentials: refusalAs("login_refused", "warn"),
  email_not_confirmed: refusalAs("email_not_confirmed", "warn", null),
  user_banned: refusalAs("login_refused", "warn", "This account is locked. Please contact support."),
  user_already_exists: REGISTERED,
  email_exists: REGISTERED,
  email_address_invalid: INVALID_EMAIL,
  validation_failed: refusalAs("invalid_input", "warn"),
  same_password: refusalAs("auth_refused", "info", null),

  signup_disabled: SIGN_UPS_OFF,
  email_provider_disabled: SIGN_UPS_OFF,
  provider_disabled: refusalAs(
    "auth_refused",
    "error",
    "This login option is turned off. Please use another one.",
  ),
  captcha_failed: refusalAs("auth_misconfigured", "alert", MISCONFIGURED),
  email_address_not_authorized: refusalAs("mail_not_sent", "alert"),
  over_email_send_rate_limit: refusalAs("mail_not_sent", "alert"),
  over_request_rate_limit: refusalAs("rate_limited", "warn"),

  session_not_found: ENDED,
  session_expired: ENDED,
  refresh_token_not_found: ENDED,
  refresh_token_already_used: ENDED,
  user_not_found: ENDED,
  bad_jwt: ENDED,
  no_authorization: ENDED,
  current_password_required: refusalAs("current_password_wrong", "warn"),
  current_password_invalid: refusalAs("current_password_wrong", "warn"),
  reauthentication_needed: refusalAs(
    "auth_refused",
    "warn",
    "For your security, sign out, log back in and try again.",
  ),
  insufficient_aal: refusalAs("code_needed", "info"),

  mfa_verification_failed: WRONG_CODE,
  mfa_verification_rejected: WRONG_CODE,
  mfa_challenge_expired: WRONG_CODE,
  mfa_ip_address_mismatch: refusalAs(
    "auth_refused",
    "warn",
    "Your internet connection changed while you entered the code. Please enter it again.",
  ),
  mfa_totp_enroll_not_enabled: refusalAs("second_factor_off", "error"),
  mfa_totp_verify_not_enabled: refusalAs(
    "auth_refused",
    "error",
    "Two-step sign-in is turned off, so we can't check your code. Please contact support.",
  ),
  manual_linking_disabled: refusalAs(
    "auth_refused",
    "error",
    "You can't connect or disconnect accounts right now. Please contact support.",
  ),
  identity_already_exists: refusalAs(
    "auth_refused",
    "info",
    "That account is connected to another SlabRelay account. Disconnect it there first.",
  ),
  single_identity_not_deletable: refusalAs("last_identity", "info"),
  email_conflict_identity_not_deletable: refusalAs("last_identity", "info"),
};

/** The service states the wait only in its message. Its limits reset within a minute. */
const WAIT_SECONDS = 60;

/** Returns the code of a refusal, or undefined for an outage. A missing session has its own error without a code. */
export function refusalCode(error: AuthError): string | undefined {
  if (error.name === "AuthSessionMissingError") return "session_not_found";
  return error.code;
}

/** Maps an auth error to ours, logs it with `fields`, and alerts the operator if it affects everyone. */
export function authFailure(
  error: AuthError,
  during: string,
  here: Refusals = {},
  fields: Record<string, string | undefined> = {},
): AppError {
  if (error.status === 500 && error.message.startsWith("Error sending")) {
    report("alert", error, { during, reason: "error_sending_email", ...fields });
    return new AppError("mail_not_sent", { cause: error });
  }
  const code = refusalCode(error);
  if (code === undefined) return new ServiceUnavailableError("auth", error);
  const refusal = here[code] ?? meaningOf(code, error, here.otherwise);
  report(refusal.level, error, { during, reason: code, ...fields });
  if (refusal.as === "rate_limited") return tooManyRequests(error);
  const text = refusal.text === null ? error.message : refusal.text;
  return new AppError(refusal.as, {
    text: text || errorCodes[refusal.as].text || error.message,
    cause: error,
  });
}

export function tooManyRequests(cause: AuthError): AppError {
  return new AppError("rate_limited", {
    text: `Too many requests. Please wait ${waitText(WAIT_SECONDS)} and try again.`,
    headers: { "retry-after": String(WAIT_SECONDS) },
    cause,
  });
}

export function misconfigured(cause: AuthError): AppError {
  return new AppError("auth_misconfigured", { text: MISCONFIGURED, cause });
}

function meaningOf(code: string, error: AuthError, otherwise: Refusal | undefined): Refusal {
  if (code === "weak_password") return { as: "auth_refused", level: "warn", text: weakPasswordText(error) };
  const known = REFUSALS[code];
  const isEverywhere = known?.level === "alert" || known?.as === "rate_limited" || code === "user_banned";
  return (isEverywhere ? known : (otherwise ?? known)) ?? { as: "auth_refused", level: "warn", text: null };
}

/** Returns the service's message, or the specification's text if it gives no reason (length, characters, pwned). */
function weakPasswordText(error: AuthError): string {
  const { reasons = [] } = error as { reasons?: string[] };
  if (reasons.length === 0)
    return "Password must be at least 6 characters with a mix of letters and numbers.";
  if (reasons.every((reason) => reason === "pwned"))
    return "This password has appeared in a data breach. Please choose a different one.";
  return error.message;
}

function report(level: Level, error: AuthError, fields: { during: string; reason: string }): void {
  if (level === "info" || level === "warn") log[level]("auth.refused", fields);
  else log.error("auth.refused", error, fields);
  if (level !== "alert") return;
  const items = [{ name: fields.reason, about: fields.during }];
  alertStaff("sign_in", items, env().ALERT_EMAIL !== undefined).catch((failure: unknown) =>
    log.error("auth.alert_failed", failure),
  );
}
