import { getRoute } from "@/lib/http/api-route";
import { getReceivingDesk, listCandidates } from "@/lib/staff/desk/data";
import { readSearch } from "@/lib/staff/orders/list-query";
import { staff } from "@/lib/staff/require-staff";

/** Returns orders for the receiving desk as {orders}, by ?code= (scanned) or ?search= (no label). */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: staff,
  handle: async ({ request, who }) => {
    const { searchParams } = request.nextUrl;
    const code = searchParams.get("code");
    if (code === null) {
      const search = readSearch(searchParams.get("search") ?? "");
      return { orders: await listCandidates(who.accessToken, search) };
    }
    const { orders } = await getReceivingDesk(who.accessToken, readSearch(code));
    return { orders };
  },
});
