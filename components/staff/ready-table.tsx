import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { CardsCell } from "@/components/orders/order-cells";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

const LISTS = {
  send: {
    caption: "Batches ready to send, longest here first",
    none: "None. Batches appear once they are counted.",
    hrefOf: (order: StaffOrder) => staffPaths.order(order.id),
  },
  return: {
    caption: "Batches ready to return, longest here first",
    none: "None. Batches appear when their cards are back from the grader.",
    hrefOf: (order: StaffOrder) => withQuery(staffPaths.returns, { code: displayBatchId(order) }),
  },
};

type ReadyTableProps = {
  /** What they are ready for: to be sent to the grader, or returned to their owners. */
  to: keyof typeof LISTS;
  orders: StaffOrder[];
  /** Stands at the beginning of an order's row, as the box that picks it. */
  pick?: (order: StaffOrder) => ReactNode;
};

/** Shows the batches that can leave, as they are listed; or that there are none. */
export function ReadyTable({ to, orders, pick }: ReadyTableProps) {
  const { caption, none, hrefOf } = LISTS[to];
  if (orders.length === 0) return <p className="text-text-muted">{none}</p>;
  return (
    <Table caption={caption} isStacked>
      <thead>
        <tr>
          {pick ? (
            <HeadCell className="w-px max-sm:hidden">
              <span className="sr-only">Pick</span>
            </HeadCell>
          ) : null}
          <HeadCell>Batch ID</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell className="text-right">Cards</HeadCell>
          <HeadCell>Shelf</HeadCell>
          <HeadCell>Received</HeadCell>
          {to === "send" ? <HeadCell>Promised by</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className="has-[input:checked]:bg-accent-soft">
            {pick ? <Cell place="corner">{pick(order)}</Cell> : null}
            <Cell place="head">
              <BatchId name={displayBatchId(order)} href={hrefOf(order)} className="font-medium" />
            </Cell>
            <Cell label="Customer" isPlain place="line" className="wrap-anywhere">
              {order.customer_name ?? order.email ?? "Guest"}
            </Cell>
            <CardsCell count={order.received_count ?? order.num_cards} />
            <Cell label="Shelf" className="wrap-anywhere">
              {order.shelf_location ?? "—"}
            </Cell>
            <Cell label="Received" isPlain={to === "return"} className="whitespace-nowrap">
              {order.received_at ? <Time at={order.received_at} /> : "—"}
            </Cell>
            {to === "send" ? (
              <Cell label="Promised by" className="whitespace-nowrap">
                {order.promised_to ? <Time at={order.promised_to} /> : "—"}
              </Cell>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
