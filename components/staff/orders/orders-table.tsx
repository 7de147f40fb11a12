import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { OrderRows } from "@/components/staff/orders/order-rows";
import { HeadCell, Table } from "@/components/ui/table";
import { type ListQuery, listHref, orderHref, type SortColumn } from "@/lib/staff/orders/list-query";
import { orderRow } from "@/lib/staff/orders/order-row";
import type { StaffOrder } from "@/lib/staff/staff-order";

const HEADS = {
  batch: { column: "submitted", label: "Batch", isDescendingFirst: true },
  customer: { column: "customer", label: "Customer" },
  status: { column: "status", label: "Status" },
  waiting: { column: "waiting", label: "Waiting" },
  cards: { column: "cards", label: "Cards", isDescendingFirst: true },
  total: { column: "total", label: "Total", isDescendingFirst: true },
  payment: { column: "payment", label: "Payment" },
} satisfies Record<string, SortOption>;

/** The width of each column in px; the last one takes the rest. A batch ID fits on one line. */
const WIDTHS = [
  ["select", 40],
  ["batch", 216],
  ["customer", 160],
  ["status", 196],
  ["waiting", 112],
  ["cards", 72],
  ["total", 96],
  ["payment", 104],
] as const;

function captionOf({ view, sort }: ListQuery): string {
  if (sort) return `Orders by ${sort.by}, ${sort.isDescending ? "descending" : "ascending"}`;
  return `Orders, ${view ? "longest waiting" : "newest"} first`;
}

export function OrdersTable({ orders, query }: { orders: StaffOrder[]; query: ListQuery }) {
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
          <SortHead query={query} option={HEADS.batch} />
          <SortHead query={query} option={HEADS.customer} />
          <SortHead query={query} option={HEADS.status} />
          <SortHead query={query} option={HEADS.waiting} />
          <SortHead query={query} option={HEADS.cards} className="text-right" />
          <SortHead query={query} option={HEADS.total} className="text-right" />
          <SortHead query={query} option={HEADS.payment} />
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
  /** The direction of the first click; the second one reverses it, the third one ends the sorting. */
  isDescendingFirst?: boolean;
};

type SortHeadProps = { query: ListQuery; option: SortOption; className?: string };

function SortHead({ query, option, className }: SortHeadProps) {
  const { column, label, isDescendingFirst = false } = option;
  const here = query.sort?.by === column ? query.sort : null;
  const next =
    here && here.isDescending !== isDescendingFirst
      ? null
      : { by: column, isDescending: here ? !isDescendingFirst : isDescendingFirst };
  const Arrow = here ? (here.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <HeadCell
      className={className}
      aria-sort={here ? (here.isDescending ? "descending" : "ascending") : undefined}
    >
      <a href={listHref(query, { sort: next })} className="inline-flex items-center gap-1 hover:text-text">
        {label}
        <Arrow className="size-3.5" aria-hidden="true" />
      </a>
    </HeadCell>
  );
}
