import { sharedMessages } from "@/lib/base/shared-messages";

/** Says that the link of a mail will never work again. */
export const LINK_REFUSED =
  "This link has expired or was already used. If you have confirmed your address before, just log in.";

/** Says the same of the link to a new password. */
export const RECOVERY_REFUSED =
  "This link has expired or was already used. Ask for a new one and open it within an hour.";

type Refusal = { message?: string | undefined; status?: number | undefined };

/** Tells whether the auth service refused because the address has an account. */
export function isRegistered({ message = "" }: Refusal): boolean {
  return /already registered/i.test(message);
}

/** Tells whether the auth service refused because the address has not been confirmed yet. */
export function isUnconfirmed({ message = "" }: Refusal): boolean {
  return /not confirmed/i.test(message);
}

/**
 * Answers what the sign-up page says to a refusal of the auth service, as the specification's error catalogue has it;
 * for what it does not list, the service's own words.
 */
export function signupMessage(error: Refusal): string {
  const text = error.message?.trim() ?? "";
  if (/not enabled/i.test(text)) return "Sign-ups are temporarily disabled. Please contact support.";
  if (isRegistered(error)) return sharedMessages.alreadyRegistered;
  if (/invalid email|email address.*invalid/i.test(text)) return "Please enter a valid email address.";
  if (/password/i.test(text))
    return "Password must be at least 6 characters with a mix of letters and numbers.";
  if (error.status === 500) return "Server error: Auth service may be misconfigured. Please contact support.";
  return text || "Failed to create account. Please try again.";
}
