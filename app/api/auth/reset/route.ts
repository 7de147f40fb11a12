import { resetPassword } from "@/lib/auth/account/change-password";
import { newPasswordSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Sets a new password with the link in a recovery email: {tokenHash, password, confirmPassword} -> {isSignedIn, redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: anyone,
    body: newPasswordSchema,
    limit: [rateLimits.signInAddress],
    handle: ({ body }) => resetPassword(body),
  }),
});
