import { getRoute } from "@/lib/http/api-route";
import { listMatches } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { staff } from "@/lib/staff/require-staff";

/** Returns the first 1,000 orders that match the list's query: {orders: [{id, version, name}], is_more}. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: staff,
  handle: ({ request, who }) =>
    listMatches(who.accessToken, readListQuery(Object.fromEntries(request.nextUrl.searchParams))),
});
