import { loginSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { postRoute } from "@/lib/http/api-route";

/** Logs in with email and password: {email, password, next?, plan?} -> {isSignedIn, redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: loginSchema,
  limit: [({ body, address }) => signInLimits(body.email, address)],
  handle: async ({ body, refund }) => {
    const signedIn = await signIn(body);
    if (signedIn.isSignedIn) await refund();
    return signedIn;
  },
});
