import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { openPortalFor } from "@/lib/membership/open-portal";
import { portalSchema } from "@/lib/membership/schema";

/** Opens Stripe's billing portal, on request at a plan change or a cancellation: {flow?} -> {url}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: portalSchema,
  limit: [perPerson(rateLimits.portal)],
  handle: async ({ body, who }) => ({ url: await openPortalFor(who.userId, body.flow) }),
});
