import { SubmissionRows } from "@/components/orders/dashboard/submission-rows";
import { HeadRow, Table } from "@/components/ui/table";
import type { Order } from "@/lib/orders/order";
import { batchRow } from "@/lib/orders/tracking/batch-row";

/**
 * Shows paid batches on the dashboard, in the order they are given; each opens in a drawer, and those that are awaited
 * can be printed for.
 */
export function SubmissionsTable({ caption, orders }: { caption: string; orders: Order[] }) {
  const now = Date.now();
  return (
    <Table caption={caption} isStacked>
      <HeadRow columns={["Batch ID", "Date", "Cards", "Status", "Payment", "Tracking"]} figures={["Cards"]} />
      <tbody>
        <SubmissionRows rows={orders.map((order) => batchRow(order, now))} />
      </tbody>
    </Table>
  );
}
