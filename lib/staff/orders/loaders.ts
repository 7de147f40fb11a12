import "server-only";
import { cache } from "react";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getOrder } from "@/lib/staff/order/data";

/**
 * Reads everything about one order, once a request: for its page and for the page's title. Returns and redirects as `loadForStaff`
 * does; the data is null for an id that names no order.
 */
export const loadOrder = cache((id: string) =>
  loadForStaff(staffPaths.order(id), async (token) => (isUuid(id) ? getOrder(token, id) : null)),
);
