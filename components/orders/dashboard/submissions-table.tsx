import { cx } from "class-variance-authority";
import { BatchLink } from "@/components/orders/dashboard/batch-drawer";
import { CardsCell, SubmittedCell } from "@/components/orders/order-cells";
import { RowPrintLinks } from "@/components/orders/order-print-links";
import { PaymentBadge, SubmissionBadge } from "@/components/orders/status-badge";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";
import { isAwaited } from "@/lib/orders/status";

/**
 * Shows paid batches on the dashboard, in the order they are given; each opens in a drawer, and those that are awaited
 * can be printed for.
 */
export function SubmissionsTable({ caption, orders }: { caption: string; orders: Order[] }) {
  return (
    <Table caption={caption} isStacked>
      <HeadRow columns={["Batch ID", "Date", "Cards", "Status", "Payment", "Tracking"]} figures={["Cards"]} />
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ order }: { order: Order }) {
  const batchId = displayBatchId(order);
  return (
    <tr>
      <Cell place="head" className="font-medium whitespace-nowrap">
        <BatchLink batchId={batchId}>{batchId}</BatchLink>
        {isAwaited(order) ? <RowPrintLinks orderId={order.id} batchId={batchId} /> : null}
      </Cell>
      <SubmittedCell label="Date" at={order.submitted_at} />
      <CardsCell count={order.num_cards} />
      <Cell label="Status" isPlain>
        <SubmissionBadge status={order.submission_status} />
      </Cell>
      <Cell label="Payment" isPlain place="end">
        <PaymentBadge status={order.payment_status} />
      </Cell>
      <Cell
        label="Tracking"
        className={cx("wrap-anywhere text-text-muted", !order.tracking_number && "max-sm:hidden")}
      >
        <TrackingNumber
          number={order.tracking_number}
          carrier={order.return_carrier}
          status={order.submission_status}
        />
      </Cell>
    </tr>
  );
}
