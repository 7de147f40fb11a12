import { getCaller, requireStandingSession } from "@/lib/auth/session/caller";
import { linkOrders } from "@/lib/auth/sign-in/link-orders";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

/** Links earlier guest orders to the account of the bearer token or session -> {linkedCount}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    handle: async ({ request }) => {
      const { accessToken } = await getCaller(request);
      if (!accessToken) throw new AppError("sign_in_required");
      const { userId } = await requireStandingSession(accessToken);
      await takeRateLimits([{ ...rateLimits.linkOrders, subject: userId }]);
      return { linkedCount: await linkOrders(userId) };
    },
  }),
});
