import { requirePerson } from "@/lib/auth/session/caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimit } from "@/lib/http/rate-limit";
import { openPortalFor } from "@/lib/membership/open-portal";
import { portalSchema } from "@/lib/membership/schema";

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
