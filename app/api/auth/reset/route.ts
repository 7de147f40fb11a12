import { resetPassword } from "@/lib/auth/account/change-password";
import { newPasswordSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Sets a new password with the link in a recovery email: {tokenHash, password, confirmPassword} -> {isSignedIn, redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  // The auth service may check the password against a list of leaked passwords.
  deadlineMs: 12_000,
  who: anyone,
  body: newPasswordSchema,
  limit: [rateLimits.signInAddress],
  handle: ({ body }) => resetPassword(body),
});
