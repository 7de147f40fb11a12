import { viewer } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { confirmAdjustment } from "@/lib/orders/adjustments/confirm-adjustment";
import { adjustmentParamsSchema, confirmAdjustmentSchema } from "@/lib/orders/adjustments/schema";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/** Finds out for the page that a payment page leads back to whether a charge is paid, and books it: {token?} -> {status}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: viewer,
    params: adjustmentParamsSchema,
    body: confirmAdjustmentSchema,
    limit: [rateLimits.processPayment],
    handle: async ({ params, body, who }) => {
      const tokenHash = body.token ? trackingTokenHash(body.token) : null;
      const confirmed = await confirmAdjustment(params.id, { ...who, tokenHash });
      deliverOutboxSoon();
      return confirmed;
    },
  }),
});
