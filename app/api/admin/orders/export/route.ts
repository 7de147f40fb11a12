import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { exportPages, exportResponse } from "@/lib/staff/exports/export-pages";
import { listAllOrders } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import { staffWith } from "@/lib/staff/require-staff";

/**
 * Answers all orders that the list's query finds, in the order of its view, as a CSV file that is sent while it is read; 403
 * without the right to.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: staffWith("exports"),
    handle: async ({ request, who }) => {
      const query = readListQuery(Object.fromEntries(request.nextUrl.searchParams));
      const { payment, fulfillment, submission, view, search } = query;
      const file = await exportPages(who.userId, {
        kind: "orders",
        filter: { payment, fulfillment, submission, view, search },
        pages: listAllOrders(who.accessToken, { ...query, cursor: null }),
        heading: orderCsvHeading,
        rowOf: orderCsvRow,
      });
      deliverOutboxSoon();
      return exportResponse("orders", file, new Date());
    },
  }),
});
