import { redirectWithinLimit, startOAuth } from "@/lib/auth/oauth/start-oauth";
import { ownNavigation } from "@/lib/auth/session/require-caller";
import { getRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Redirects to the OAuth provider that the person chose: ?provider=&next=&plan=. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: ownNavigation,
  handle: async ({ request, address }) => {
    const query = request.nextUrl.searchParams;
    const loginTarget = { next: query.get("next"), plan: query.get("plan") };
    return redirectWithinLimit({ ...rateLimits.oauthStart, subject: address }, () =>
      startOAuth(query.get("provider") ?? "", loginTarget),
    );
  },
});
