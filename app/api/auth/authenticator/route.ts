import { enrolAuthenticator } from "@/lib/auth/account/enrol-authenticator";
import { enrolAuthenticatorSchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Begins to set up an authenticator app: {currentPassword, code?} -> {factorId, qr, secret}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: user,
    body: enrolAuthenticatorSchema,
    handle: ({ body, who, address }) =>
      enrolAuthenticator({ userId: who.userId, email: who.email, ...body, address }),
  }),
});
