/** Said when the auth service refuses a log-in without a message of its own. */
export const LOGIN_REFUSED = "Invalid email or password";

/** Said where a step needs a session that is not there, or no more. */
export const NO_SESSION = "Auth session missing! Please log in again.";

/** Said when the password that is to prove who asks is another one. */
export const CURRENT_REFUSED = "The current password is not correct.";

/** Said when the address has an account. */
export const ALREADY_REGISTERED = "This email is already registered. Please sign in instead.";

/** Said when a new password needs the code of the authenticator app as well. */
export const CODE_NEEDED = "Enter the code of your authenticator app, too.";

/** Said of a mail's link that will never work again. */
export const LINK_REFUSED =
  "This link has expired or was already used. If you have confirmed your address before, just log in.";

/** As LINK_REFUSED, for the link to a new password. */
export const RECOVERY_REFUSED =
  "This link has expired or was already used. Ask for a new one and open it within an hour.";

/** Whether a refusal means that the link itself is of no more use. */
export function isDeadLink(message: string): boolean {
  return message === LINK_REFUSED || message === RECOVERY_REFUSED;
}

/** What the sign-up page says to an answer of the auth service, as the specification's error catalogue has it. */
export function signupMessage(error: { message?: string | undefined; status?: number | undefined }): string {
  const text = error.message?.trim() ?? "";
  if (/not enabled/i.test(text)) return "Sign-ups are temporarily disabled. Please contact support.";
  if (/already registered/i.test(text)) return ALREADY_REGISTERED;
  if (/invalid email|email address.*invalid/i.test(text)) return "Please enter a valid email address.";
  if (/password/i.test(text))
    return "Password must be at least 6 characters with a mix of letters and numbers.";
  if (error.status === 500) return "Server error: Auth service may be misconfigured. Please contact support.";
  return text || "Failed to create account. Please try again.";
}
