import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller } from "@/lib/auth/caller";
import { deliverOutboxSoon } from "@/lib/email/deliver-outbox";
import { requestConfirmation } from "@/lib/email/request-confirmation";
import { sendSubmissionEmailSchema } from "@/lib/email/schema";
import { rateLimits, takeRateLimit } from "@/lib/rate-limit";

/** The confirmation page's call for the order's mail. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: sendSubmissionEmailSchema,
    handle: async ({ request, body, address }) => {
      const caller = await getCaller(request);
      await takeRateLimit(rateLimits.sendEmail, caller.userId ?? address);
      const answer = await requestConfirmation(body.batchId, caller);
      deliverOutboxSoon();
      return answer;
    },
  }),
});
