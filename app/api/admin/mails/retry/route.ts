import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { requireStaffCaller } from "@/lib/staff/caller";
import { retryMail } from "@/lib/staff/mutations";
import { retryMailSchema } from "@/lib/staff/schema";

/** Sends a mail again that was given up -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: retryMailSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const outcome = await retryMail(userId, body.mail_id);
      if (outcome === "not_failed") throw new AppError("mail_under_way");
      deliverOutboxSoon();
      return { outcome };
    },
  }),
});
