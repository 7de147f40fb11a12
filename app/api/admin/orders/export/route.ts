import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { exportPages, exportResponse } from "@/lib/staff/exports/export-pages";
import { getOrders, listAllOrders } from "@/lib/staff/orders/data";
import { MAX_PICKED_EXPORT, TOO_MANY_PICKED } from "@/lib/staff/orders/label-sheet";
import { hasUnknownKey, readListQuery, readPickedOrders } from "@/lib/staff/orders/list-query";
import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import { staff } from "@/lib/staff/require-staff";
import { staffMessages } from "@/lib/staff/schema";

/**
 * Streams a CSV file of all orders that the list's query finds, in the order of its view, or of those that `orders` names. 400 for a
 * query by a name that the list doesn't know.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: staff,
    handle: async ({ request, who }) => {
      const asked = Object.fromEntries(request.nextUrl.searchParams);
      const rows =
        asked.orders === undefined ? matches(who.accessToken, asked) : picked(who.accessToken, asked.orders);
      const file = await exportPages(who.userId, {
        kind: "orders",
        ...rows,
        heading: orderCsvHeading,
        rowOf: orderCsvRow,
      });
      deliverOutboxSoon();
      return exportResponse("orders", file, new Date());
    },
  }),
});

function matches(accessToken: string, asked: Record<string, string>) {
  if (hasUnknownKey(asked)) throw new AppError("invalid_input", { text: staffMessages.unknownFilter });
  const query = readListQuery(asked);
  const { payment, fulfillment, view, search } = query;
  return {
    filter: { payment, fulfillment, view, search },
    pages: listAllOrders(accessToken, { ...query, cursor: null }),
  };
}

function picked(accessToken: string, orders: string) {
  const ids = readPickedOrders(orders);
  if (ids.length === 0) throw new AppError("invalid_input", { text: staffMessages.noOrders });
  if (ids.length > MAX_PICKED_EXPORT) throw new AppError("invalid_input", { text: TOO_MANY_PICKED });
  return { filter: { selected: ids.length }, pages: onePage(accessToken, ids) };
}

async function* onePage(accessToken: string, ids: string[]) {
  yield await getOrders(accessToken, ids);
}
