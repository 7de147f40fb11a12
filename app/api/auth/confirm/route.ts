import { confirmEmail } from "@/lib/auth/account/confirm-email";
import { confirmSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Redeems a confirmation link: {tokenHash, type} -> {isSignedIn, redirectTo, linkedCount}. Never on GET, since mail scanners open links. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  // The auth service may check the password against a list of leaked passwords.
  deadlineMs: 12_000,
  who: anyone,
  body: confirmSchema,
  limit: [rateLimits.signInAddress],
  handle: ({ body }) => confirmEmail(body),
});
