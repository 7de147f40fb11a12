import "server-only";
import { cache } from "react";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getOrder } from "@/lib/staff/order/data";
import { listArguments, readListOf, wholeOrderHref } from "@/lib/staff/orders/list-query";

/**
 * Reads everything about one order, once a request: for its page and for the page's title. `listText` is the list that its
 * address names. It answers and leads away as `loadForStaff` does; the data is null for an id that names no order.
 */
export const loadOrder = cache((id: string, listText: string | undefined) => {
  const list = readListOf(listText);
  return loadForStaff(list ? wholeOrderHref(list, id) : staffPaths.order(id), async (token) =>
    isUuid(id) ? getOrder(token, id, list && listArguments(list)) : null,
  );
});
