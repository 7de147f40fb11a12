import { secondFactorSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { completeSignIn } from "@/lib/auth/sign-in/sign-in";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/**
 * Completes a log-in with the code of the authenticator app: {code, next?, plan?} -> {isSignedIn, redirectTo, linkedCount}. The
 * password's own attempt stays counted: its cookie can be sent again, so a refund could be repeated.
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
