import { BatchLink } from "@/components/orders/batch-link";
import { OrderDate } from "@/components/orders/order-date";
import { PaymentBadge, SubmissionBadge } from "@/components/orders/status-badge";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

/** Paid batches, newest first. */
export function SubmissionsTable({ caption, orders }: { caption: string; orders: Order[] }) {
  return (
    <Table caption={caption} isStacked>
      <thead>
        <tr>
          <HeadCell>Batch ID</HeadCell>
          <HeadCell>Date</HeadCell>
          <HeadCell className="text-right">Cards</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Payment</HeadCell>
          <HeadCell>Tracking</HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <Cell className="font-medium whitespace-nowrap max-sm:pb-2!">
              <BatchLink batchId={displayBatchId(order)}>{displayBatchId(order)}</BatchLink>
            </Cell>
            <Cell label="Date" className="whitespace-nowrap">
              <OrderDate at={order.submitted_at} />
            </Cell>
            <Cell label="Cards" className="tabular-nums sm:text-right">
              {order.num_cards.toLocaleString("en-US")}
            </Cell>
            <Cell label="Status">
              <SubmissionBadge status={order.submission_status} />
            </Cell>
            <Cell label="Payment">
              <PaymentBadge status={order.payment_status} />
            </Cell>
            <Cell label="Tracking" className="wrap-anywhere text-text-muted">
              {order.tracking_number ?? "Not shipped back yet"}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
