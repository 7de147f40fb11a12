import { paths } from "@/lib/base/paths";
import { isUuid } from "@/lib/base/uuid";
import { type ListQuery, listQueryString } from "@/lib/staff/orders/list-query";

/** The list with something changed; what is not named stays, but the page starts at the newest again. */
export function listHref(query: ListQuery, change: Partial<ListQuery> = {}): string {
  return paths.admin + listQueryString({ ...query, cursor: null, isBackwards: false, ...change });
}

/** The same page of the list with an order open; null closes it. */
export function orderHref(query: ListQuery, orderId: string | null): string {
  const text = listQueryString(query);
  if (orderId === null) return paths.admin + text;
  return `${paths.admin}${text ? `${text}&` : "?"}order=${encodeURIComponent(orderId)}`;
}

/** The file with everything that the list finds, from its newest order on. */
export function exportHref(query: ListQuery): string {
  return paths.api.adminExport + listQueryString({ ...query, cursor: null, isBackwards: false });
}

/** Whether the list is narrowed down by anything. */
export function isNarrowed(query: ListQuery): boolean {
  return Boolean(query.search || query.payment || query.fulfillment || query.view);
}

/** The order that the address asks to open: its id, "unknown" for what cannot be one, null for none. */
export function readOpenOrder(value: string | string[] | undefined): string | null {
  const id = Array.isArray(value) ? value[0] : value;
  if (!id) return null;
  return isUuid(id) ? id.toLowerCase() : "unknown";
}
