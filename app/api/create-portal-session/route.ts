import { requirePerson } from "@/lib/auth/session/caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { openPortalFor } from "@/lib/membership/manage-billing";
import { portalSchema } from "@/lib/membership/schema";

/** Opens the payment service's portal, at a change of plan or a cancellation where asked for: {flow?} -> {url}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: portalSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requirePerson(request);
      await takeRateLimits([{ ...rateLimits.portal, subject: userId }]);
      return { url: await openPortalFor(userId, body.flow) };
    },
  }),
});
