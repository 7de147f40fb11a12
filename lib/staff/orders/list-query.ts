import * as z from "zod/mini";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { one, type Query, queryKey } from "@/lib/base/query";
import { isUuid, uuidSchema } from "@/lib/base/uuid";
import type { FulfillmentStatus, OrderCursor, PaymentStatus } from "@/lib/orders/order";
import { FULFILLMENT_STEPS, PAYMENT_STATUSES } from "@/lib/orders/status";
import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";

/**
 * What the list of orders shows. All of it stands in the address, so that a link can be shared and "back" works:
 * `readListQuery` reads the address, `listQueryString` writes it, and each undoes the other.
 */
export type ListQuery = {
  /** Empty: no search. */
  search: string;
  /** Null: any; so for `fulfillment` and `view`. */
  payment: PaymentStatus | null;
  fulfillment: FulfillmentStatus | null;
  view: SavedView | null;
  /** The row that the page lies next to; null: the newest page. */
  cursor: OrderCursor | null;
  /** True: the page before the cursor (newer orders) instead of the one after it. Only with a cursor. */
  isBackwards: boolean;
};

/** The longest search in characters; what goes beyond is not looked at. */
export const MAX_SEARCH = 100;

/** A time as the database writes it, to the microsecond: the form and the centuries that it takes back. */
const timeSchema = z.iso
  .datetime({ offset: true })
  .check(z.regex(/^(?:19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-])/));

const listQuerySchema = z.object({
  q: queryKey(z.string()),
  payment: queryKey(z.enum(PAYMENT_STATUSES)),
  fulfillment: queryKey(z.enum(FULFILLMENT_STEPS)),
  view: queryKey(z.enum(SAVED_VIEWS)),
  at: queryKey(timeSchema),
  id: queryKey(uuidSchema),
  dir: queryKey(z.literal("back")),
});

/** Reads the query of the list's address, or of its export's; whatever makes no sense there counts as not given. */
export function readListQuery(query: Query): ListQuery {
  const { q, payment, fulfillment, view, at, id, dir } = listQuerySchema.parse(query);
  const cursor = at && id ? { submitted_at: at, id } : null;
  return {
    search: readSearch(q),
    payment: payment ?? null,
    fulfillment: fulfillment ?? null,
    view: view ?? null,
    cursor,
    isBackwards: cursor !== null && dir === "back",
  };
}

/** Writes the query of an address, with "?" in front; empty when nothing is asked for. */
export function listQueryString(query: Partial<ListQuery>): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | null | undefined) => {
    if (value) parameters.set(name, value);
  };
  add("q", query.search);
  add("payment", query.payment);
  add("fulfillment", query.fulfillment);
  add("view", query.view);
  add("at", query.cursor?.submitted_at);
  add("id", query.cursor?.id);
  add("dir", query.cursor && query.isBackwards ? "back" : null);
  const text = parameters.toString();
  return text && `?${text}`;
}

/**
 * Cleans a typed search for the database: control and invisible characters become spaces, halves of letters the sign
 * of a lost one, spaces are single, and the text ends after MAX_SEARCH characters, never within one.
 */
export function readSearch(text: string | undefined): string {
  const clean = (text ?? "")
    .slice(0, 4 * MAX_SEARCH)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return Array.from(clean).slice(0, MAX_SEARCH).join("").trim();
}

/**
 * Builds the address of the list with something changed. What `change` leaves out stays; the page is the newest
 * again.
 */
export function listHref(query: ListQuery, change: Partial<ListQuery> = {}): string {
  return paths.admin + listQueryString({ ...query, cursor: null, isBackwards: false, ...change });
}

/** Builds the address of the same page of the list with an order open beside it; null closes it. */
export function orderHref(query: ListQuery, orderId: string | null): string {
  const text = listQueryString(query);
  if (orderId === null) return paths.admin + text;
  return `${paths.admin}${text ? `${text}&` : "?"}order=${encodeURIComponent(orderId)}`;
}

/** Builds the address of the CSV file with all that the list finds, from its newest order on, wherever the page is. */
export function exportHref(query: ListQuery): string {
  return apiPaths.adminExport + listQueryString({ ...query, cursor: null, isBackwards: false });
}

/** Tells whether a search, a filter or a view leaves orders out; the page alone does not. */
export function isNarrowed(query: ListQuery): boolean {
  return Boolean(query.search || query.payment || query.fulfillment || query.view);
}

/**
 * Reads which order the address asks to open beside the list: its id in small letters, null for none, and "unknown" for
 * a text that cannot be an id, so that the page says so instead of opening nothing.
 */
export function readOpenOrder(value: string | string[] | undefined): string | null {
  const id = one(value);
  if (!id) return null;
  return isUuid(id) ? id.toLowerCase() : "unknown";
}
