import { startEnrolment } from "@/lib/auth/second-factor/enrol-authenticator";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Begins to set up an authenticator app for the session's person -> {factorId, qr, secret}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({ handle: startEnrolment }),
});
