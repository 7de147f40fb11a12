import { SubmissionRows } from "@/components/orders/dashboard/submission-rows";
import { HeadRow, Table } from "@/components/ui/table";
import type { Order } from "@/lib/orders/order";
import type { Adjustment } from "@/lib/orders/schema";
import { batchRow } from "@/lib/orders/tracking/batch-row";
import { NOT_SHIPPED_BACK } from "@/lib/orders/tracking/carrier";

type SubmissionsTableProps = {
  caption: string;
  orders: Order[];
  /** What can be decided about them, the one that ends soonest first. */
  asked: Adjustment[];
};

/** Shows paid batches; each opens its drawer, and those still to ship can be printed. */
export function SubmissionsTable({ caption, orders, asked }: SubmissionsTableProps) {
  const now = Date.now();
  const askedOf = (id: string) => asked.find(({ order_id: orderId }) => orderId === id);
  return (
    <Table caption={caption} isStacked>
      <HeadRow columns={["Batch ID", "Date", "Cards", "Status", "Payment", "Tracking"]} figures={["Cards"]} />
      <tbody>
        <SubmissionRows
          rows={orders.map((order) => batchRow(order, now, askedOf(order.id)))}
          unsent={NOT_SHIPPED_BACK}
        />
      </tbody>
    </Table>
  );
}
