import { user } from "@/lib/auth/session/require-caller";
import { linkOrders } from "@/lib/auth/sign-in/link-orders";
import { postRoute } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";

/** Links earlier guest orders to the account in the bearer token or session -> {linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  limit: [perPerson(rateLimits.linkOrders)],
  handle: async ({ who }) => ({ linkedCount: await linkOrders(who.userId) }),
});
