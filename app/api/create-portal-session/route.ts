import { apiRoute, endpoint } from "@/lib/api-route";
import { requirePerson } from "@/lib/auth/caller";
import { openPortalFor } from "@/lib/membership/manage-billing";
import { portalSchema } from "@/lib/membership/schema";
import { rateLimits, takeRateLimit } from "@/lib/rate-limit";

/** Opens the payment service's portal, at a change of plan or a cancellation where asked for: {flow?} -> {url}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: portalSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requirePerson(request);
      await takeRateLimit(rateLimits.portal, userId);
      return { url: await openPortalFor(userId, body.flow) };
    },
  }),
});
