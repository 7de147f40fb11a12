import { SubmissionRows } from "@/components/orders/dashboard/submission-rows";
import { HeadRow, Table } from "@/components/ui/table";
import type { Order } from "@/lib/orders/order";
import type { Adjustment } from "@/lib/orders/schema";
import { batchRow } from "@/lib/orders/tracking/batch-row";

type SubmissionsTableProps = {
  caption: string;
  orders: Order[];
  /** Open questions about them, by deadline. */
  asked?: Adjustment[];
};

/** Shows batches; each opens its drawer. */
export function SubmissionsTable({ caption, orders, asked = [] }: SubmissionsTableProps) {
  const now = Date.now();
  const askedOf = (id: string) => asked.find(({ order_id: orderId }) => orderId === id);
  return (
    <Table caption={caption} isStacked className="batch-rows">
      <HeadRow
        columns={["Batch ID", "Date", "Cards", "Status", "Back by", "Payment", "Tracking"]}
        figures={["Cards"]}
      />
      <tbody>
        <SubmissionRows rows={orders.map((order) => batchRow(order, now, askedOf(order.id)))} />
      </tbody>
    </Table>
  );
}
