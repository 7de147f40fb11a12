import { apiRoute, endpoint } from "@/lib/http/api-route";
import { listAllOrders } from "@/lib/staff/orders/data";
import { exportFileName, exportOrders } from "@/lib/staff/orders/export-orders";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { staff } from "@/lib/staff/require-staff";

/** Answers all orders that the list's query finds, in the order of its view, as a CSV file that is sent while it is read. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: staff,
    handle: async ({ request, who }) => {
      const query = readListQuery(Object.fromEntries(request.nextUrl.searchParams));
      const pages = listAllOrders(who.accessToken, { ...query, cursor: null });
      const { payment, fulfillment, submission, view, search } = query;
      const asked = { userId: who.userId, payment, fulfillment, submission, view, hasSearch: search !== "" };
      return new Response(await exportOrders(pages, asked), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${exportFileName(new Date())}"`,
          "cache-control": "private, no-store",
        },
      });
    },
  }),
});
