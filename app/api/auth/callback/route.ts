import { apiRoute, endpoint } from "@/lib/api-route";
import { finishOAuth, leadOn } from "@/lib/auth/oauth";

/** Where a sign-in at another site comes back: ?code=&next=&plan=, or ?error=. Always leads on to a page. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    handle: async ({ request, address }) => {
      const query = request.nextUrl.searchParams;
      const back = { code: query.get("code"), flowId: query.get("sb_flow_id"), error: query.get("error") };
      const wish = { next: query.get("next"), plan: query.get("plan") };
      return leadOn(address, () => finishOAuth(back, wish));
    },
  }),
});
