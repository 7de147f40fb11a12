import { paths } from "@/lib/base/paths";
import { isUuid } from "@/lib/base/uuid";
import type { FulfillmentStatus, PaymentStatus } from "@/lib/orders/order";
import { FULFILLMENT_STEPS, PAYMENT_STATUSES } from "@/lib/orders/status";
import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import type { OrderCursor } from "@/lib/staff/staff-order";

/** What the list of orders shows. All of it is in the address, so that it can be shared and "back" works. */
export type ListQuery = {
  search: string;
  payment: PaymentStatus | null;
  fulfillment: FulfillmentStatus | null;
  view: SavedView | null;
  cursor: OrderCursor | null;
  /** The page before the cursor (newer orders) instead of the one after it. */
  isBackwards: boolean;
};

/** Longest search; what is beyond is not looked at. */
export const MAX_SEARCH = 100;

const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/;

type Parameters = Record<string, string | string[] | undefined>;

/** Reads the address's query; whatever makes no sense there counts as not given. */
export function readListQuery(query: Parameters): ListQuery {
  const cursor = readCursor(query.at, query.id);
  return {
    search: readSearch(first(query.q)),
    payment: oneOf(PAYMENT_STATUSES, query.payment),
    fulfillment: oneOf(FULFILLMENT_STEPS, query.fulfillment),
    view: oneOf(SAVED_VIEWS, query.view),
    cursor,
    isBackwards: cursor !== null && first(query.dir) === "back",
  };
}

/** The query of an address, with "?" where there is any: what `readListQuery` reads back. */
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

/** The search as the database takes it: no control characters or broken halves of letters, single spaces, bounded. */
export function readSearch(text: string | undefined): string {
  const clean = (text ?? "")
    .slice(0, 4 * MAX_SEARCH)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return Array.from(clean).slice(0, MAX_SEARCH).join("").trim();
}

function readCursor(at: Parameters[string], id: Parameters[string]): OrderCursor | null {
  const [time, key] = [first(at), first(id)];
  if (!time || !key || !isUuid(key) || !isTime(time)) return null;
  return { submitted_at: time, id: key };
}

/** A real moment of these centuries: 31 February and the year 0 would be refused by the database. */
function isTime(text: string): boolean {
  const day = TIME.exec(text)?.[1];
  if (!day || Number.isNaN(Date.parse(text))) return false;
  return day > "1900" && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function oneOf<Value extends string>(values: readonly Value[], given: Parameters[string]): Value | null {
  return values.find((value) => value === first(given)) ?? null;
}

const first = (value: Parameters[string]) => (Array.isArray(value) ? value[0] : value);

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
