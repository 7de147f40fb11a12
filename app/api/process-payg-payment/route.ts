import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller } from "@/lib/auth/caller";
import { requireClaimedIdentity } from "@/lib/auth/claimed-identity";
import { deliverOutboxSoon } from "@/lib/email/deliver-outbox";
import { processMessages, processPayment } from "@/lib/orders/process-payment";
import { processPaygSchema } from "@/lib/orders/schema";
import { rateLimits } from "@/lib/rate-limit";

/** The confirmation's call for a pay-as-you-go batch, of a guest or of an account. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: processPaygSchema,
    limit: rateLimits.processPayment,
    whenUnavailable: processMessages.doNotPayAgain,
    handle: async ({ request, body }) => {
      const viewer = await getCaller(request);
      requireClaimedIdentity(viewer, body);
      const result = await processPayment(body.session_id, { orderId: body.order_id }, viewer);
      if (!result.success) return result;
      deliverOutboxSoon();
      const { submission } = result;
      return { ...result, isGuest: submission.isGuest, receipt_url: submission.receipt_url };
    },
  }),
});
