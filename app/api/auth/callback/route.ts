import { apiRoute, endpoint } from "@/lib/api-route";
import { finishOAuth } from "@/lib/auth/oauth";
import { rateLimits } from "@/lib/rate-limit";

/** Where a sign-in at another site comes back: ?code=&next=&plan=, or ?error=. Always leads on to a page. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    limit: rateLimits.signInAddress,
    handle: async ({ request }) => {
      const query = request.nextUrl.searchParams;
      const location = await finishOAuth(
        { code: query.get("code"), flowId: query.get("sb_flow_id"), error: query.get("error") },
        { next: query.get("next"), plan: query.get("plan") },
      );
      // A relative address: the browser stays on the origin it is on.
      return new Response(null, { status: 303, headers: { location } });
    },
  }),
});
