import { getCaller } from "@/lib/auth/session/caller";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { getActiveSubscription } from "@/lib/membership/data";
import { isActiveMembership } from "@/lib/membership/membership-state";

/** The caller's membership, for the public pages, which are the same bytes for everybody -> {plan}; null without one. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    handle: async ({ request }) => {
      const { userId, accessToken } = await getCaller(request);
      if (!accessToken || !userId) throw new AppError("sign_in_required");
      const membership = await getActiveSubscription(accessToken, userId);
      return { plan: membership && isActiveMembership(membership, Date.now()) ? membership.plan_type : null };
    },
  }),
});
