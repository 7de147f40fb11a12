import { postRoute } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { retryMail, retryMailSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/** Resends a failed email, or all (null): {mail_id} -> {outcome}. 404 if unknown, 409 if there is nothing to resend. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: retryMailSchema,
  handle: ({ body, who }) => retryMail(who.userId, body.mail_id),
  onDone: deliverOutboxSoon,
});
