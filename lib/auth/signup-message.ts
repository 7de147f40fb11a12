import { ALREADY_REGISTERED } from "@/lib/auth/signup-rules";

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
