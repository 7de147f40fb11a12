import { apiRoute, endpoint } from "@/lib/api-route";
import { startEnrolment } from "@/lib/auth/authenticator";

/** Begins to set up an authenticator app for the session's person -> {factorId, qr, secret}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({ handle: startEnrolment }),
});
