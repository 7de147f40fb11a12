import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller } from "@/lib/auth/caller";
import { requireClaimedIdentity } from "@/lib/auth/claimed-identity";
import { deliverOutboxSoon } from "@/lib/email/deliver-outbox";
import { processMessages, processPayment } from "@/lib/orders/process-payment";
import { processSubmissionSchema } from "@/lib/orders/schema";
import { rateLimits } from "@/lib/rate-limit";

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
