import { getCaller } from "@/lib/auth/session/caller";
import { requireClaimedIdentity } from "@/lib/auth/session/claimed-identity";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processSuccess } from "@/lib/membership/process-success";
import { processSuccessSchema } from "@/lib/membership/schema";

/** The success page's call after a membership was paid; also without a session, for plan facts alone. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: processSuccessSchema,
    limit: rateLimits.processPayment,
    handle: async ({ request, body }) => {
      const caller = await getCaller(request);
      requireClaimedIdentity(caller, body);
      await takeRateLimits([{ ...rateLimits.processSession, subject: body.session_id }]);
      const result = await processSuccess(body.session_id, caller.userId);
      if (result.success) deliverOutboxSoon();
      return result;
    },
  }),
});
