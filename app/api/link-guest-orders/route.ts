import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller, requireStandingSession } from "@/lib/auth/caller";
import { linkOrders } from "@/lib/auth/link-orders";
import { AppError, messages } from "@/lib/errors";
import { rateLimits, takeRateLimit } from "@/lib/rate-limit";

/** Links earlier guest orders to the account of the bearer token or session -> {linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    handle: async ({ request }) => {
      const { accessToken } = await getCaller(request);
      if (!accessToken) throw new AppError(401, messages.signInRequired);
      const { userId } = await requireStandingSession(accessToken);
      await takeRateLimit(rateLimits.linkOrders, userId);
      return { linkedCount: await linkOrders(userId) };
    },
  }),
});
