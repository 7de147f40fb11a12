import { removeAuthenticatorSchema } from "@/lib/auth/schema";
import { removeAuthenticator } from "@/lib/auth/second-factor/enrol-authenticator";
import { anyone } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Takes the authenticator app away, with one last code: {code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: anyone,
    body: removeAuthenticatorSchema,
    handle: ({ body }) => removeAuthenticator(body),
  }),
});
