import { apiRoute, endpoint } from "@/lib/api-route";
import { completeSignIn } from "@/lib/auth/complete-sign-in";
import { secondFactorSchema } from "@/lib/auth/schema";
import { rateLimits } from "@/lib/rate-limit";

/** Ends a sign-in with the code of the authenticator app: {code, next?, plan?} -> {redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: secondFactorSchema,
    limit: rateLimits.signInAddress,
    handle: ({ body }) => completeSignIn(body),
  }),
});
