import { secondFactorSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { completeSignIn } from "@/lib/auth/sign-in/sign-in";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Ends a sign-in with the code of the authenticator app: {code, next?, plan?} -> {redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: anyone,
    body: secondFactorSchema,
    limit: [rateLimits.signInAddress],
    handle: ({ body }) => completeSignIn(body),
  }),
});
