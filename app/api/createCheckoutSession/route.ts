import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { openSubscription } from "@/lib/membership/open-subscription";
import { subscribeSchema } from "@/lib/membership/schema";

/** Returns the Checkout URL for a membership, or the billing portal's for a member: {price_id} -> {url}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: subscribeSchema,
  limit: [perPerson(rateLimits.checkout)],
  handle: ({ body, who }) => openSubscription(who, body.price_id),
});
