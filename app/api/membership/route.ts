import { requireCodeGiven } from "@/lib/auth/data";
import { reader } from "@/lib/auth/session/require-caller";
import { getRoute } from "@/lib/http/api-route";
import { getActiveSubscription } from "@/lib/membership/data";
import { isActiveMembership } from "@/lib/membership/membership-state";

/** Returns the caller's plan -> {plan}, null without one. 401 while the session needs an authenticator code. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: reader,
  handle: async ({ who }) => {
    const membership = await getActiveSubscription(who.accessToken, who.userId);
    if (!membership) await requireCodeGiven(who.accessToken);
    return { plan: membership && isActiveMembership(membership, Date.now()) ? membership.plan_type : null };
  },
});
