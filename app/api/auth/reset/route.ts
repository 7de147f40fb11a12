import { apiRoute, endpoint } from "@/lib/api-route";
import { resetPassword } from "@/lib/auth/reset-password";
import { newPasswordSchema } from "@/lib/auth/schema";
import { rateLimits } from "@/lib/rate-limit";

/** Sets a new password by the link of a recovery mail: {tokenHash, password, confirmPassword} -> {redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: newPasswordSchema,
    limit: rateLimits.signInAddress,
    handle: ({ body }) => resetPassword(body),
  }),
});
