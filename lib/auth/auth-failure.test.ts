import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from "@supabase/supabase-js";
import { authFailure } from "@/lib/auth/auth-failure";
import { catchLog } from "@/sandbox/builders/caught-log";
import { setTestSettings } from "@/sandbox/builders/test-settings";

const alerts: unknown[] = [];
jest.mock("@/lib/supabase/mutations", () => ({
  alertStaff: async (...alert: unknown[]) => void alerts.push(alert),
}));
setTestSettings();
const logged = catchLog();
beforeEach(() => void alerts.splice(0));

const refusal = (code: string, status = 400) => new AuthApiError("the service's words", status, code);
const weak = (...reasons: string[]) =>
  new AuthWeakPasswordError("Password should be at least 10 characters.", 422, reasons as ["length"]);

test.each([
  ["no answer", new AuthRetryableFetchError("fetch failed", 0)],
  ["an answer that isn't JSON", new AuthUnknownError("Unexpected token <", new Error())],
  ["a fault of the service", new AuthRetryableFetchError("unexpected failure", 500)],
  ["a refusal without a code", new AuthApiError("Invalid API key", 401, undefined)],
])("treats %s as an outage with 503", (_, error) => {
  const failure = authFailure(error, "log_in", { otherwise: { as: "login_refused", level: "warn" } });
  expect(failure).toMatchObject({ status: 503, code: "auth_unavailable" });
  expect(failure.message).not.toMatch(/JSON|token|key/i);
});

test.each([
  [refusal("invalid_credentials"), 401, "Invalid email or password"],
  [refusal("email_not_confirmed"), 401, "the service's words"],
  [refusal("user_banned", 403), 401, "This account is locked. Please contact support."],
  [refusal("email_exists", 422), 400, "This email is already registered. Please sign in instead."],
  [refusal("provider_disabled"), 400, "This login option is turned off. Please use another one."],
  [refusal("session_not_found", 403), 401, "Your session has ended. Please log in again."],
  [new AuthSessionMissingError(), 401, "Your session has ended. Please log in again."],
  [refusal("current_password_required"), 400, "Your current password is incorrect."],
  [refusal("reauthentication_needed"), 400, /sign out, log back in and try again/],
  [refusal("insufficient_aal"), 403, "Enter the code from your authenticator app."],
  [refusal("mfa_verification_failed", 422), 400, /^That code is incorrect/],
  [refusal("mfa_ip_address_mismatch", 422), 400, /internet connection changed/],
  [refusal("mfa_totp_verify_not_enabled", 422), 400, /contact support/],
  [refusal("validation_failed"), 400, "This request is incomplete. Please reload the page and try again."],
  [weak("length"), 400, "Password should be at least 10 characters."],
  [weak("pwned"), 400, "This password has appeared in a data breach. Please choose a different one."],
  [weak(), 400, "Password must be at least 6 characters with a mix of letters and numbers."],
  [refusal("something_new"), 400, "the service's words"],
])("maps %s to %d: %s", (error, status, text) => {
  expect(authFailure(error, "test")).toMatchObject({ status, message: expect.stringMatching(text) });
  expect(alerts).toEqual([]);
});

test("keeps 429 and says how long to wait", () => {
  const error = refusal("over_request_rate_limit", 429);
  const failure = authFailure(error, "link", {
    otherwise: { as: "link_refused", level: "warn", text: "dead" },
  });
  expect(failure).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect(failure.message).toMatch(/wait 60 seconds/);
});

test.each([
  [refusal("signup_disabled", 422), "signup_disabled"],
  [refusal("email_provider_disabled"), "email_provider_disabled"],
  [refusal("email_address_not_authorized"), "email_address_not_authorized"],
  [refusal("captcha_failed"), "captcha_failed"],
  [refusal("over_email_send_rate_limit", 429), "over_email_send_rate_limit"],
  [new AuthRetryableFetchError("Error sending confirmation email", 500), "error_sending_email"],
])("alerts the operator of %s whatever the caller overrides", (error, name) => {
  authFailure(error, "link", { otherwise: { as: "link_refused", level: "warn", text: "dead" } });
  expect(alerts).toEqual([["sign_in", [{ name, about: "link" }], false]]);
  expect(logged("auth.refused")).toEqual([
    expect.objectContaining({ level: "error", during: "link", reason: name }),
  ]);
});

test("logs a refusal with its code and the caller's fields", () => {
  authFailure(refusal("invalid_credentials"), "log_in", {}, { account: "abc" });
  expect(logged("auth.refused")).toEqual([
    expect.objectContaining({
      level: "warn",
      during: "log_in",
      reason: "invalid_credentials",
      account: "abc",
    }),
  ]);
});

test("lets the caller override the error for a refusal", () => {
  const here = {
    email_exists: { as: "email_refused", level: "info" },
    otherwise: { as: "link_refused", level: "warn", text: "dead" },
  } as const;
  expect(authFailure(refusal("email_exists"), "test", here).code).toBe("email_refused");
  expect(authFailure(refusal("otp_expired", 403), "test", here)).toMatchObject({
    code: "link_refused",
    message: "dead",
  });
});
