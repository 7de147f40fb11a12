import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller, requireSameUser } from "@/lib/auth/caller";
import { deliverOutboxSoon } from "@/lib/email/deliver-outbox";
import { processSuccess } from "@/lib/membership/process-success";
import { processSuccessSchema } from "@/lib/membership/schema";
import { rateLimits, takeRateLimit } from "@/lib/rate-limit";

/** The success page's call after a membership was paid; also without a session, for plan facts alone. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: processSuccessSchema,
    limit: rateLimits.processPayment,
    handle: async ({ request, body }) => {
      const { userId } = await getCaller(request);
      // Who has lost the session on the way is anonymous here, whatever the body says.
      if (userId) requireSameUser(userId, body.user_id);
      await takeRateLimit(rateLimits.processSession, body.session_id);
      const result = await processSuccess(body.session_id, userId);
      if (result.success) deliverOutboxSoon();
      return result;
    },
  }),
});
