import { signupSchema } from "@/lib/auth/schema";
import { signUp } from "@/lib/auth/sign-in/sign-up";
import { takeSignInLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Creates an account: {email, password, confirmPassword, plan} -> {isSignedIn, redirectTo}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: signupSchema,
    handle: async ({ body: { email, password, plan = "" }, address }) => {
      await takeSignInLimits(email, address);
      return signUp({ email, password, plan });
    },
  }),
});
