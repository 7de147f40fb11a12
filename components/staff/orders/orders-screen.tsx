import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown } from "lucide-react";
import { ExportButton } from "@/components/staff/orders/export-button";
import { OrderRows } from "@/components/staff/orders/order-drawer";
import { OrderFilters, OrderTiles } from "@/components/staff/orders/order-filters";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/messages";
import { staffPaths } from "@/lib/base/staff-paths";
import { countText } from "@/lib/staff/labels";
import type { OrderPage } from "@/lib/staff/orders/data";
import {
  exportHref,
  isNarrowed,
  type ListQuery,
  listHref,
  listQueryString,
  MAX_SORTED,
  orderHref,
  PAGE_SIZE,
  type SortColumn,
  selectionHref,
} from "@/lib/staff/orders/list-query";
import { orderRow } from "@/lib/staff/orders/order-row";
import type { StaffOrder } from "@/lib/staff/staff-order";

type OrdersProps = { page: OrderPage; query: ListQuery };

export function OrdersScreen({ page, query }: OrdersProps) {
  const { orders } = page;
  const place = listQueryString(query);
  return (
    <StaffFrame
      title="Orders"
      staffRole={page.staff_role}
      aside={<ExportButton key={place} href={exportHref(query)} total={page.total} />}
    >
      <OrderTiles query={query} views={page.views} />
      <OrderFilters key={`filters ${place}`} query={query} views={page.views} />
      {page.is_sorted === false ? (
        <Alert tone="info">
          Lists of more than {MAX_SORTED.toLocaleString("en-US")} orders can't be sorted. Add a filter or a
          search first.
        </Alert>
      ) : null}
      <OrderSelection
        list={listHref(query, { sort: null })}
        matchesHref={selectionHref(query)}
        total={page.total}
        range={<OrderRange page={page} query={query} />}
        isEmpty={orders.length === 0}
      >
        {orders.length > 0 ? (
          <OrdersTable key={`rows ${place}`} orders={orders} query={query} />
        ) : (
          <OrdersEmpty page={page} query={query} />
        )}
      </OrderSelection>
      <OrderPager page={page} query={query} />
    </StaffFrame>
  );
}

function OrderRange({ page: { orders, total }, query }: OrdersProps) {
  if (orders.length === 0) return null;
  const isAll = total && !total.is_more && total.count <= orders.length;
  const last = (query.offset + orders.length).toLocaleString("en-US");
  const shown = query.offset > 0 ? `${(query.offset + 1).toLocaleString("en-US")}–${last}` : last;
  return (
    <p className="text-sm text-text-muted tabular-nums">
      <span className="font-medium text-text">
        {isAll || !total ? counted(orders.length, "order") : `${shown} of ${countText(total)} orders`}
      </span>
    </p>
  );
}

/** Links to the previous and next page, and shows how far back a search looked before it stopped early. */
export function OrderPager({ page, query }: OrdersProps) {
  const { next_cursor: next, previous_cursor: previous, stopped_at: stoppedAt } = page;
  const { offset } = query;
  const rest = (page.total?.count ?? 0) - offset - page.orders.length;
  const hrefs = page.is_sorted
    ? {
        previous: offset > 0 ? listHref(query, { offset: Math.max(0, offset - PAGE_SIZE) }) : null,
        next: rest > 0 ? listHref(query, { offset: offset + PAGE_SIZE }) : null,
      }
    : {
        previous: previous && listHref(query, { sort: null, cursor: previous, isBackwards: true }),
        next: next && listHref(query, { sort: null, cursor: next }),
      };
  if (!hrefs.next && !hrefs.previous) return null;
  const link = buttonStyle({ variant: "secondary", size: "sm" });
  return (
    <>
      {stoppedAt && !page.is_sorted && page.orders.length > 0 ? (
        <Alert tone="info">
          Searched back to <Time at={stoppedAt} />. Add a search term, or continue on the next page.
        </Alert>
      ) : null}
      <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {hrefs.previous ? (
            <a className={link} rel="prev" href={hrefs.previous}>
              <ChevronLeft className="size-4" aria-hidden="true" />
              Previous
            </a>
          ) : null}
          {hrefs.previous && !page.is_sorted ? (
            <a className={buttonStyle({ variant: "quiet", size: "sm" })} href={listHref(query)}>
              First
            </a>
          ) : null}
        </div>
        {hrefs.next ? (
          <a className={link} rel="next" href={hrefs.next}>
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </a>
        ) : null}
      </nav>
    </>
  );
}

/** Shows why the list is empty and what to do next. A search within a view can be repeated for all orders. */
export function OrdersEmpty({ page, query }: OrdersProps) {
  const everywhere = listQueryString({ search: query.search });
  const isWithin =
    query.search !== "" && listQueryString({ ...query, cursor: null, sort: null }) !== everywhere;
  return (
    <Card className="space-y-4 text-center">
      <h2 className="text-lg font-semibold">{titleOf(page, query)}</h2>
      <p className="mx-auto max-w-prose text-text-muted wrap-anywhere">
        {page.stopped_at ? (
          <>
            We searched back to <Time at={page.stopped_at} />. Continue on the next page, or add a search
            term.
          </>
        ) : query.search ? (
          <>
            No match for “{query.search}”{isWithin ? " in this view" : null}. Try part of a batch ID, email,
            name, phone, tracking or submission number.
          </>
        ) : isNarrowed(query) ? (
          "No orders match these filters."
        ) : (
          "Orders appear here when customers start checkout."
        )}
      </p>
      {isNarrowed(query) ? (
        <div className="flex flex-wrap justify-center gap-3">
          {isWithin ? (
            <ButtonLink href={`${staffPaths.orders}${everywhere}`}>Search all orders</ButtonLink>
          ) : null}
          <ButtonLink href={staffPaths.orders} variant="secondary">
            Show all orders
          </ButtonLink>
        </div>
      ) : null}
    </Card>
  );
}

function titleOf(page: OrderPage, query: ListQuery): string {
  if (page.stopped_at) return "No match yet";
  return isNarrowed(query) || query.cursor ? "No orders found" : "No orders yet";
}

type SortOption = {
  by: SortColumn;
  label: string;
  /** In px. A batch ID fits on one line. */
  width: number;
  isFigure?: boolean;
  /** The direction of the first click. The second click reverses it and the third one ends the sorting. */
  isDescendingFirst?: boolean;
};

const SORT_OPTIONS: SortOption[] = [
  { by: "submitted", label: "Batch", width: 216, isDescendingFirst: true },
  { by: "customer", label: "Customer", width: 160 },
  { by: "status", label: "Status", width: 196 },
  { by: "waiting", label: "Waiting", width: 112 },
  { by: "cards", label: "Cards", width: 72, isFigure: true, isDescendingFirst: true },
  { by: "total", label: "Total", width: 96, isFigure: true, isDescendingFirst: true },
  { by: "payment", label: "Payment", width: 104 },
];

function captionOf({ view, sort }: ListQuery): string {
  if (sort) return `Orders by ${sort.by}, ${sort.isDescending ? "descending" : "ascending"}`;
  return `Orders, ${view ? "longest waiting" : "newest"} first`;
}

function OrdersTable({ orders, query }: { orders: StaffOrder[]; query: ListQuery }) {
  const now = Date.now();
  return (
    <Table caption={captionOf(query)} isStacked isDense>
      <colgroup>
        <col width={40} />
        {SORT_OPTIONS.map(({ by, width }) => (
          <col key={by} width={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Select</span>
          </HeadCell>
          {SORT_OPTIONS.map((option) => (
            <SortHead key={option.by} query={query} option={option} />
          ))}
          <HeadCell>Tracking</HeadCell>
        </tr>
      </thead>
      <tbody>
        <OrderRows rows={orders.map((order) => orderRow(order, now))} place={orderHref(query, "")} />
      </tbody>
    </Table>
  );
}

function SortHead({ query, option }: { query: ListQuery; option: SortOption }) {
  const { by, label, isFigure, isDescendingFirst = false } = option;
  const here = query.sort?.by === by ? query.sort : null;
  const next =
    here && here.isDescending !== isDescendingFirst
      ? null
      : { by, isDescending: here ? !isDescendingFirst : isDescendingFirst };
  const Arrow = here ? (here.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <HeadCell
      className={isFigure ? "text-right" : undefined}
      aria-sort={here ? (here.isDescending ? "descending" : "ascending") : undefined}
    >
      <a href={listHref(query, { sort: next })} className="inline-flex items-center gap-1 hover:text-text">
        {label}
        <Arrow className="size-3.5" aria-hidden="true" />
      </a>
    </HeadCell>
  );
}
