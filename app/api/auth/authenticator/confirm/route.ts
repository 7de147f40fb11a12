import { confirmAuthenticator } from "@/lib/auth/account/enroll-authenticator";
import { confirmAuthenticatorSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Confirms an authenticator app with its first code: {factorId, code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: confirmAuthenticatorSchema,
  handle: ({ body }) => confirmAuthenticator(body),
});
