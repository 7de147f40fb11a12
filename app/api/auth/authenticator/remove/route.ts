import { removeAuthenticator } from "@/lib/auth/account/enroll-authenticator";
import { removeAuthenticatorSchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Removes the authenticator app after a final code: {currentPassword, code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: removeAuthenticatorSchema,
  handle: ({ body, who, address }) =>
    removeAuthenticator({ userId: who.userId, email: who.email, ...body, address }),
});
