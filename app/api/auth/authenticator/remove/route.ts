import { removeAuthenticatorSchema } from "@/lib/auth/schema";
import { removeAuthenticator } from "@/lib/auth/second-factor/enrol-authenticator";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Takes the authenticator app away, with one last code: {code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({ body: removeAuthenticatorSchema, handle: ({ body }) => removeAuthenticator(body) }),
});
