import { loginSchema } from "@/lib/auth/schema";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeRateLimits } from "@/lib/http/rate-limit";

/** Signs in with e-mail and password: {email, password, next?, plan?} -> {redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: loginSchema,
    handle: async ({ body, address }) => {
      await takeRateLimits(signInLimits(body.email, address));
      return signIn(body);
    },
  }),
});
