import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller } from "@/lib/auth/caller";
import { requireClaimedIdentity } from "@/lib/auth/claimed-identity";
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
      const caller = await getCaller(request);
      requireClaimedIdentity(caller, body);
      await takeRateLimit(rateLimits.processSession, body.session_id);
      const result = await processSuccess(body.session_id, caller.userId);
      if (result.success) deliverOutboxSoon();
      return result;
    },
  }),
});
