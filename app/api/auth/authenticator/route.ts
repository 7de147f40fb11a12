import { enrolAuthenticator } from "@/lib/auth/second-factor/enrol-authenticator";
import { anyone } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Begins to set up an authenticator app for the session's person -> {factorId, qr, secret}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({ who: anyone, handle: enrolAuthenticator }),
});
