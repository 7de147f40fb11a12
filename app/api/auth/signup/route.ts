import { signupSchema } from "@/lib/auth/schema";
import { signUp } from "@/lib/auth/sign-in/sign-up";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeRateLimits } from "@/lib/http/rate-limit";

/** Creates an account: {email, password, confirmPassword, plan} -> {isSignedIn, redirectTo}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: signupSchema,
    handle: async ({ body: { email, password, plan = "" }, address }) => {
      await takeRateLimits(signInLimits(email, address));
      return signUp({ email, password, plan });
    },
  }),
});
