import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { CardsCell } from "@/components/orders/order-cells";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

type ReadyTableProps = {
  orders: StaffOrder[];
  /** Stands at the beginning of an order's row, as the box that picks it. */
  pick?: (order: StaffOrder) => ReactNode;
};

/** Shows the batches that can go to the grader, as they are listed; or that there are none. */
export function ReadyTable({ orders, pick }: ReadyTableProps) {
  if (orders.length === 0)
    return <p className="text-text-muted">None. Batches appear once they are counted.</p>;
  return (
    <Table caption="Batches ready to send, longest here first" isStacked>
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
          <HeadCell>Promised by</HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className="has-[input:checked]:bg-accent-soft">
            {pick ? <Cell place="corner">{pick(order)}</Cell> : null}
            <Cell place="head">
              <BatchId
                name={displayBatchId(order)}
                href={staffPaths.order(order.id)}
                className="font-medium"
              />
            </Cell>
            <Cell label="Customer" isPlain place="line" className="wrap-anywhere">
              {order.customer_name ?? order.email ?? "Guest"}
            </Cell>
            <CardsCell count={order.received_count ?? order.num_cards} />
            <Cell label="Shelf" className="wrap-anywhere">
              {order.shelf_location ?? "—"}
            </Cell>
            <Cell label="Received" className="whitespace-nowrap">
              {order.received_at ? <Time at={order.received_at} /> : "—"}
            </Cell>
            <Cell label="Promised by" className="whitespace-nowrap">
              {order.promised_to ? <Time at={order.promised_to} /> : "—"}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
