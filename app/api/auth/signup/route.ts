import { signupSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { signUp } from "@/lib/auth/sign-in/sign-up";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { postRoute } from "@/lib/http/api-route";

/** Creates an account: {email, password, confirmPassword, plan, next?} -> {isSignedIn, redirectTo}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  // The auth service hands the email to a mail server before it responds.
  deadlineMs: 12_000,
  who: anyone,
  body: signupSchema,
  limit: [({ body, address }) => signInLimits(body.email, address)],
  handle: ({ body: { email, password, plan = "", next } }) => signUp({ email, password, plan, next }),
});
