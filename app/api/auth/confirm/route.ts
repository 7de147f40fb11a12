import { apiRoute, endpoint } from "@/lib/api-route";
import { confirmEmail } from "@/lib/auth/confirm-email";
import { confirmSchema } from "@/lib/auth/schema";
import { rateLimits } from "@/lib/rate-limit";

/**
 * Redeems a confirmation link: {tokenHash, type} -> {redirectTo, linkedCount}. Never on GET: mail scanners open
 * links before people do, and each link works once.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: confirmSchema,
    limit: rateLimits.signInAddress,
    handle: ({ body }) => confirmEmail(body),
  }),
});
