import { loginSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Signs in with e-mail and password: {email, password, next?, plan?} -> {redirectTo, linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: anyone,
    body: loginSchema,
    limit: [({ body, address }) => signInLimits(body.email, address)],
    handle: ({ body }) => signIn(body),
  }),
});
