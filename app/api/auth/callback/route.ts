import { finishOAuth } from "@/lib/auth/oauth/finish-oauth";
import { redirectWithinLimit } from "@/lib/auth/oauth/start-oauth";
import { navigation } from "@/lib/auth/session/require-caller";
import { getRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Completes an OAuth sign-in: ?code=&next=&plan=&for=, or ?error=&error_code=. Always redirects to a page. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: navigation,
  handle: async ({ request, address }) => {
    const query = request.nextUrl.searchParams;
    const back = {
      code: query.get("code"),
      flowId: query.get("sb_flow_id"),
      error: query.get("error"),
      errorCode: query.get("error_code"),
      isLinking: query.get("for") === "link",
    };
    const loginTarget = { next: query.get("next"), plan: query.get("plan") };
    return redirectWithinLimit({ ...rateLimits.oauthBack, subject: address }, () =>
      finishOAuth(back, loginTarget),
    );
  },
});
