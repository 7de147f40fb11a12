import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { retryMail, retryMailSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/** Sends a mail again that was given up, or (null) all: {mail_id} -> {outcome}; 404 for one that does not exist, 409 when none is left to be sent. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    body: retryMailSchema,
    handle: async ({ body, who }) => {
      const retried = await retryMail(who.userId, body.mail_id);
      deliverOutboxSoon();
      return retried;
    },
  }),
});
