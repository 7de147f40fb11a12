import { apiRoute, endpoint } from "@/lib/http/api-route";
import { listMatches } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { staff } from "@/lib/staff/require-staff";

/** Returns which orders the list's query finds, up to 1,000, for all of them to be picked: {orders: [{id, version, name}], is_more}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: staff,
    handle: ({ request, who }) =>
      listMatches(who.accessToken, readListQuery(Object.fromEntries(request.nextUrl.searchParams))),
  }),
});
