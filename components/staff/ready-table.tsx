import { CardsCell } from "@/components/orders/order-cells";
import { BatchCode } from "@/components/orders/slab-label";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import type { StaffOrder } from "@/lib/staff/staff-order";

const LISTS = {
  send: {
    caption: "Batches ready to send, oldest first",
    hrefOf: (order: StaffOrder) => staffPaths.order(order.id),
  },
  return: {
    caption: "Batches ready to ship back, oldest first",
    hrefOf: (order: StaffOrder) => withQuery(staffPaths.returns, { code: displayBatchId(order) }),
  },
};

type ReadyTableProps = {
  to: keyof typeof LISTS;
  orders: StaffOrder[];
  pick?: (order: StaffOrder) => React.ReactNode;
};

export function ReadyTable({ to, orders, pick }: ReadyTableProps) {
  const { caption, hrefOf } = LISTS[to];
  if (orders.length === 0) return null;
  return (
    <Table caption={caption} isStacked>
      <thead>
        <tr>
          {pick ? (
            <HeadCell className="w-px max-sm:hidden">
              <span className="sr-only">Select</span>
            </HeadCell>
          ) : null}
          <HeadCell>Batch</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell className="text-right">Cards</HeadCell>
          <HeadCell>Shelf</HeadCell>
          <HeadCell>Checked in</HeadCell>
          {to === "send" ? <HeadCell>Due back</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className="has-[input:checked]:bg-accent-soft">
            {pick ? <Cell place="corner">{pick(order)}</Cell> : null}
            <Cell place="head">
              <a className="link block font-medium" href={hrefOf(order)}>
                {batchTitle(order)}
              </a>
              <BatchCode code={displayBatchId(order)} />
            </Cell>
            <Cell label="Customer" isPlain place="line" className="wrap-anywhere">
              {order.customer_name ?? order.email ?? "Guest"}
            </Cell>
            <CardsCell count={order.received_count ?? order.num_cards} />
            <Cell label="Shelf" className="wrap-anywhere">
              {order.shelf_location ?? "–"}
            </Cell>
            <Cell label="Checked in" isPlain={to === "return"} className="whitespace-nowrap">
              {order.received_at ? <Time at={order.received_at} show="local-date" /> : "–"}
            </Cell>
            {to === "send" ? (
              <Cell label="Due back" className="whitespace-nowrap">
                {order.promised_to ? <Time at={order.promised_to} show="short-date" /> : "–"}
              </Cell>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
