import { requirePerson } from "@/lib/auth/session/caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { openSubscription } from "@/lib/membership/open-subscription";
import { subscribeSchema } from "@/lib/membership/schema";

/** Where to go for a membership: its payment page, or for a member the portal: {price_id} -> {url}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: subscribeSchema,
    handle: async ({ request, body }) => {
      const person = await requirePerson(request, body);
      await takeRateLimits([{ ...rateLimits.checkout, subject: person.userId }]);
      return openSubscription(person, body.price_id);
    },
  }),
});
