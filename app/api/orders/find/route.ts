import { anyone } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { requestTrackingLinkSoon } from "@/lib/jobs/request-tracking-link";
import { findBatchSchema } from "@/lib/orders/tracking/schema";
import { findLimits } from "@/lib/orders/tracking/tracking-link";

/**
 * Emails the tracking link of a batch to its payer, if email and batch ID belong together. The answer is the
 * same in any case, and leaves before anybody looks: {email, batch} -> {asked: true}.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: findBatchSchema,
  limit: [({ body, address }) => findLimits(body, address)],
  handle: async ({ body }) => {
    requestTrackingLinkSoon(body);
    return { asked: true };
  },
});
