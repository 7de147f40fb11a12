import { apiRoute, endpoint } from "@/lib/api-route";
import { removeAuthenticator } from "@/lib/auth/authenticator";
import { removeAuthenticatorSchema } from "@/lib/auth/schema";

/** Takes the authenticator app away, with one last code: {code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({ body: removeAuthenticatorSchema, handle: ({ body }) => removeAuthenticator(body) }),
});
