import { getCaller } from "@/lib/auth/session/caller";
import { requestConfirmation } from "@/lib/email/outbox/request-confirmation";
import { sendSubmissionEmailSchema } from "@/lib/email/outbox/schema";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";

/** The confirmation page's call for the order's mail. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: sendSubmissionEmailSchema,
    handle: async ({ request, body, address }) => {
      const caller = await getCaller(request);
      await takeRateLimits([{ ...rateLimits.sendEmail, subject: caller.userId ?? address }]);
      const answer = await requestConfirmation(body.batchId, caller);
      deliverOutboxSoon();
      return answer;
    },
  }),
});
