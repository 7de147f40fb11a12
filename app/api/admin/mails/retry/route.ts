import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { requireStaffCaller } from "@/lib/staff/caller";
import { retryMail } from "@/lib/staff/reconcile/mutations";
import { retryMailSchema } from "@/lib/staff/reconcile/schema";

/** Sends a mail again that was given up -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: retryMailSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const outcome = await retryMail(userId, body.mail_id);
      if (outcome === "not_failed") throw new AppError(409, "This mail is on its way already.");
      deliverOutboxSoon();
      return { outcome };
    },
  }),
});
