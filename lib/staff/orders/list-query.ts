import * as z from "zod/mini";
import { firstValue, type Query, queryKey } from "@/lib/base/query";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid, uuidSchema } from "@/lib/base/uuid";
import { FULFILLMENT_STEPS, PAYMENT_STATUSES } from "@/lib/orders/status";

/**
 * The views in the order of a day's work, with the time that each is sorted by, oldest first. private.staff_views
 * selects their orders.
 */
export const ORDER_VIEWS = {
  to_check_in: { label: "To check in", place: "paid_at" },
  ready_to_send: { label: "Ready to send", place: "received_at" },
  at_grader: { label: "At the grader", place: "received_at" },
  to_return: { label: "To ship back", place: "arrived_at" },
  waiting_on_customer: { label: "Waiting on customer", place: "waiting_since" },
  waiting_on_us: { label: "Waiting on you", place: "waiting_since" },
  overdue: { label: "Overdue", place: "due_on" },
  money_to_review: { label: "Money to review", place: "waiting_since" },
} as const;

export type SavedView = keyof typeof ORDER_VIEWS;

export const SAVED_VIEWS = Object.keys(ORDER_VIEWS) as [SavedView, ...SavedView[]];

/** The columns by which a list of up to 1,000 orders can be sorted. */
export const SORT_COLUMNS = [
  "batch",
  "customer",
  "submitted",
  "waiting",
  "cards",
  "total",
  "payment",
  "status",
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** The row next to a page: its sort time, as formatted by the database, and its ID. */
export type ListCursor = { at: string; id: string };

/** The order list's state. All of it is in the URL, so that links can be shared and Back works. */
export type ListQuery = ReturnType<typeof readListQuery>;

export const PAGE_SIZE = 50;
/** The most orders that a list can have and still be sorted. */
export const MAX_SORTED = 1000;

/** The maximum length of a search in characters. The remainder is ignored. */
export const MAX_SEARCH = 100;

/** A time as formatted by the database, to the microsecond, in the centuries that it accepts. */
const timeSchema = z.iso
  .datetime({ offset: true })
  .check(z.regex(/^(?:19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-])/));

const listQuerySchema = z.object({
  q: queryKey(z.string()),
  payment: queryKey(z.enum(PAYMENT_STATUSES)),
  fulfillment: queryKey(z.enum(FULFILLMENT_STEPS)),
  view: queryKey(z.enum(SAVED_VIEWS)),
  sort: queryKey(z.enum(SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const))),
  from: queryKey(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  at: queryKey(timeSchema),
  id: queryKey(uuidSchema),
  dir: queryKey(z.literal("back")),
});

/** Returns whether a query has an unknown key. Ignoring it would export all orders by mistake. */
export function hasUnknownKey(query: Query): boolean {
  return Object.keys(query).some((key) => !Object.hasOwn(listQuerySchema.shape, key));
}

export function readListQuery(query: Query) {
  const { q, payment, fulfillment, view, sort, from, at, id, dir } = listQuerySchema.parse(query);
  const cursor: ListCursor | null = at && id && !sort ? { at, id } : null;
  return {
    /** Empty without a search. */
    search: readSearch(q),
    /** Null means any, as for `fulfillment` and `view`. */
    payment: payment ?? null,
    fulfillment: fulfillment ?? null,
    view: view ?? null,
    /** Null keeps the view's own order. */
    sort: sort ? { by: sort.replace("-", "") as SortColumn, isDescending: sort.startsWith("-") } : null,
    /** The number of orders before the page. Only used with `sort`. */
    offset: sort && from ? Number(from) : 0,
    /** Null on the first page and with `sort`. */
    cursor,
    /** True for the page before the cursor, false for the one after it. Only used with a cursor. */
    isBackwards: cursor !== null && dir === "back",
  };
}

/** Returns the query string with a leading "?", or empty text if there are no parameters. */
export function listQueryString(query: Partial<ListQuery>): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | null | undefined) => {
    if (value) parameters.set(name, value);
  };
  add("q", query.search);
  add("payment", query.payment);
  add("fulfillment", query.fulfillment);
  add("view", query.view);
  add("sort", query.sort && `${query.sort.isDescending ? "-" : ""}${query.sort.by}`);
  add("from", query.sort && query.offset ? String(query.offset) : null);
  add("at", query.cursor?.at);
  add("id", query.cursor?.id);
  add("dir", query.cursor && query.isBackwards ? "back" : null);
  const text = parameters.toString();
  return text && `?${text}`;
}

/**
 * Cleans a typed search: replaces control and invisible characters with single spaces, replaces lone surrogates, and
 * cuts it to MAX_SEARCH characters.
 */
export function readSearch(text: string | undefined): string {
  const clean = (text ?? "")
    .slice(0, 4 * MAX_SEARCH)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return Array.from(clean).slice(0, MAX_SEARCH).join("").trim();
}

const FIRST_PAGE = { offset: 0, cursor: null, isBackwards: false };

export function listHref(query: ListQuery, change: Partial<ListQuery> = {}): string {
  return staffPaths.orders + listQueryString({ ...query, ...FIRST_PAGE, ...change });
}

/** Returns the URL of the same list page with an order open. Null closes the order. */
export function orderHref(query: ListQuery, orderId: string | null): string {
  const text = listQueryString(query);
  if (orderId === null) return staffPaths.orders + text;
  return `${staffPaths.orders}${text ? `${text}&` : "?"}order=${encodeURIComponent(orderId)}`;
}

export function exportHref(query: ListQuery): string {
  return staffApiPaths.export + listQueryString({ ...query, ...FIRST_PAGE, sort: null });
}

export function selectionHref(query: ListQuery): string {
  return staffApiPaths.selection + listQueryString({ ...query, ...FIRST_PAGE, sort: null });
}

export function isNarrowed(query: ListQuery): boolean {
  return Boolean(query.search || query.payment || query.fulfillment || query.view);
}

/**
 * Returns the ID of the order to open next to the list, or null for none. Returns "unknown" for an invalid ID, so
 * that the page can say so.
 */
export function readOpenOrder(value: string | string[] | undefined): string | null {
  const id = firstValue(value);
  if (!id) return null;
  return isUuid(id) ? id.toLowerCase() : "unknown";
}

/** Returns the valid order IDs in a URL, without duplicates and in their order. */
export function readPickedOrders(value: string | string[] | undefined): string[] {
  const ids = (firstValue(value) ?? "").split(",").map((id) => id.trim().toLowerCase());
  return [...new Set(ids.filter(isUuid))];
}
