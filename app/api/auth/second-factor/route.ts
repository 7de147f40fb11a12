import { secondFactorSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { completeSignIn } from "@/lib/auth/sign-in/sign-in";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/**
 * Completes a login with a code from the authenticator app: {code, next?, plan?} -> {isSignedIn, redirectTo,
 * linkedCount}. The password attempt stays counted. Its cookie can be replayed, so refunding the attempt could be
 * repeated.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: secondFactorSchema,
  limit: [rateLimits.signInAddress],
  handle: async ({ body, refund }) => {
    const signedIn = await completeSignIn(body);
    await refund();
    return signedIn;
  },
});
