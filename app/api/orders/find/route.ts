import { anyone } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { requestTrackingLinkSoon } from "@/lib/jobs/request-tracking-link";
import { findBatchSchema } from "@/lib/orders/tracking/schema";
import { findLimits } from "@/lib/orders/tracking/tracking-link";

/** Emails a tracking link if both match: {email, batch} -> {asked: true}. The response never reveals a match. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: findBatchSchema,
  limit: [({ body, address }) => findLimits(body, address)],
  handle: async ({ body }) => {
    requestTrackingLinkSoon(body);
    return { asked: true };
  },
});
