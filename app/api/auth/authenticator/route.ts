import { enrollAuthenticator } from "@/lib/auth/account/enroll-authenticator";
import { enrollAuthenticatorSchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Starts the setup of an authenticator app: {currentPassword, code?} -> {factorId, qr, secret}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: enrollAuthenticatorSchema,
  handle: ({ body, who, address }) =>
    enrollAuthenticator({ userId: who.userId, email: who.email, ...body, address }),
});
