import { AppError } from "@/lib/base/errors";
import { getRoute } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { exportOrders } from "@/lib/staff/exports/export-orders";
import { getOrders, listAllOrders } from "@/lib/staff/orders/data";
import { MAX_PICKED_EXPORT, TOO_MANY_PICKED } from "@/lib/staff/orders/label-sheet";
import { hasUnknownKey, readListQuery, readPickedOrders } from "@/lib/staff/orders/list-query";
import { staff } from "@/lib/staff/require-staff";
import { staffMessages } from "@/lib/staff/schema";

/** Streams a CSV file of `orders`, or of all orders that match the list's query, in its order. 400 for an unknown key. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: staff,
  handle: async ({ request, who }) => {
    const query = Object.fromEntries(request.nextUrl.searchParams);
    const { filter, pages } =
      query.orders === undefined ? matches(who.accessToken, query) : picked(who.accessToken, query.orders);
    const file = await exportOrders(who.userId, filter, pages);
    deliverOutboxSoon();
    return file;
  },
});

function matches(accessToken: string, parameters: Record<string, string>) {
  if (hasUnknownKey(parameters)) throw new AppError("invalid_input", { text: staffMessages.unknownFilter });
  const query = readListQuery(parameters);
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
