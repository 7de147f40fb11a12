import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { OrderRows } from "@/components/staff/orders/order-rows";
import { HeadCell, Table } from "@/components/ui/table";
import { type ListQuery, listHref, orderHref, type SortColumn } from "@/lib/staff/orders/list-query";

import { orderRow } from "@/lib/staff/orders/order-row";
import type { StaffOrder } from "@/lib/staff/staff-order";

const HEADS = {
  batch: [{ column: "batch", label: "Batch ID" }],
  customer: [{ column: "customer", label: "Customer" }],
  dates: [
    { column: "submitted", label: "Submitted", isDescendingFirst: true },
    { column: "waiting", label: "waiting" },
  ],
  cards: [{ column: "cards", label: "Cards", isDescendingFirst: true }],
  total: [{ column: "total", label: "Total", isDescendingFirst: true }],
  payment: [{ column: "payment", label: "Payment" }],
  status: [{ column: "status", label: "Fulfillment and status" }],
} as const;

/** How wide each column is, in px; the last one has the rest. A batch ID stands on one line,
 * and at 1440 px a carrier's number of 22 digits, too. */
const WIDTHS = [
  ["select", 40],
  ["batch", 216],
  ["customer", 154],
  ["dates", 156],
  ["cards", 56],
  ["total", 88],
  ["payment", 104],
  ["status", 168],
] as const;

/** Says in which order the rows stand. */
function captionOf({ view, sort }: ListQuery): string {
  if (sort) return `Orders by ${sort.by}, ${sort.isDescending ? "descending" : "ascending"}`;
  return `Orders, ${view ? "longest waiting" : "newest"} first`;
}

type OrdersTableProps = { orders: StaffOrder[]; query: ListQuery };

/** Shows the orders of one page of the list. */
export function OrdersTable({ orders, query }: OrdersTableProps) {
  const now = Date.now();
  return (
    <Table caption={captionOf(query)} isStacked isDense>
      <colgroup>
        {WIDTHS.map(([column, width]) => (
          <col key={column} width={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Select</span>
          </HeadCell>
          <SortHead query={query} options={HEADS.batch} />
          <SortHead query={query} options={HEADS.customer} />
          <SortHead query={query} options={HEADS.dates} />
          <SortHead query={query} options={HEADS.cards} className="text-right" />
          <SortHead query={query} options={HEADS.total} className="text-right" />
          <SortHead query={query} options={HEADS.payment} />
          <SortHead query={query} options={HEADS.status} />
          <HeadCell>Tracking</HeadCell>
        </tr>
      </thead>
      <tbody>
        <OrderRows rows={orders.map((order) => orderRow(order, now))} place={orderHref(query, "")} />
      </tbody>
    </Table>
  );
}

type SortOption = {
  column: SortColumn;
  label: string;
  /** The order of the first press; the second one turns it round, the third takes it off. */
  isDescendingFirst?: boolean;
};

type SortHeadProps = {
  query: ListQuery;
  /** What the column shows that the list can be in order by. */
  options: readonly SortOption[];
  className?: string;
};

/** Shows the heading of a column of the list: links that put the list in its order. */
function SortHead({ query, options, className }: SortHeadProps) {
  const { sort } = query;
  const here = sort && options.some(({ column }) => column === sort.by) ? sort : null;
  return (
    <HeadCell
      className={className}
      aria-sort={here ? (here.isDescending ? "descending" : "ascending") : undefined}
    >
      {options.map((option, nth) => (
        <span key={option.column}>
          {nth > 0 ? ", " : ""}
          <SortLink query={query} option={option} />
        </span>
      ))}
    </HeadCell>
  );
}

function SortLink({ query, option }: { query: ListQuery; option: SortOption }) {
  const { column, label, isDescendingFirst = false } = option;
  const here = query.sort?.by === column ? query.sort : null;
  const next =
    here && here.isDescending !== isDescendingFirst
      ? null
      : { by: column, isDescending: here ? !isDescendingFirst : isDescendingFirst };
  const Arrow = here ? (here.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <a href={listHref(query, { sort: next })} className="inline-flex items-center gap-1 hover:text-text">
      {label}
      <Arrow className="size-3.5" aria-hidden="true" />
    </a>
  );
}
