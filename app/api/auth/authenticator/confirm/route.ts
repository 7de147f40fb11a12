import { apiRoute, endpoint } from "@/lib/api-route";
import { confirmEnrolment } from "@/lib/auth/authenticator";
import { confirmAuthenticatorSchema } from "@/lib/auth/schema";

/** Takes the first code of an authenticator app that has been set up: {factorId, code} -> {isOn}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({ body: confirmAuthenticatorSchema, handle: ({ body }) => confirmEnrolment(body) }),
});
