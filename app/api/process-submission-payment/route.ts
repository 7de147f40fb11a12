import { getCaller } from "@/lib/auth/session/caller";
import { requireClaimedIdentity } from "@/lib/auth/session/claimed-identity";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processMessages, processPayment } from "@/lib/orders/confirmation/process-payment";
import { processSubmissionSchema } from "@/lib/orders/schema";

/** The confirmation's call for a batch of an account. The body's user is compared, never believed. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: processSubmissionSchema,
    limit: rateLimits.processPayment,
    whenUnavailable: processMessages.doNotPayAgain,
    handle: async ({ request, body }) => {
      const viewer = await getCaller(request);
      requireClaimedIdentity(viewer, body);
      const result = await processPayment(body.session_id, { batchId: body.batch_id }, viewer);
      if (result.success) deliverOutboxSoon();
      return result;
    },
  }),
});
