import { confirmAuthenticator } from "@/lib/auth/account/enroll-authenticator";
import { confirmAuthenticatorSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Takes the first code of an authenticator app that has been set up: {factorId, code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: confirmAuthenticatorSchema,
  handle: ({ body }) => confirmAuthenticator(body),
});
