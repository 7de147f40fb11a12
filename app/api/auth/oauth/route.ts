import { apiRoute, endpoint } from "@/lib/api-route";
import { startOAuth } from "@/lib/auth/oauth";
import { rateLimits } from "@/lib/rate-limit";

/** Leads to the site whose account the person wants to use: ?provider=&next=&plan=. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    limit: rateLimits.signInAddress,
    handle: async ({ request }) => {
      const query = request.nextUrl.searchParams;
      const wish = { next: query.get("next"), plan: query.get("plan") };
      const location = await startOAuth(query.get("provider") ?? "", wish);
      return new Response(null, { status: 303, headers: { location } });
    },
  }),
});
