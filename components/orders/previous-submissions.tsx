import { OrderDate } from "@/components/orders/order-date";
import { PaymentBadge, SubmissionBadge } from "@/components/orders/status-badge";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { plans } from "@/lib/membership/plans";
import { formatCents, toCents } from "@/lib/money";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

/** The person's latest batches, paid or not. */
export function PreviousSubmissions({ orders }: { orders: Order[] }) {
  return (
    <Table caption="Previous submissions">
      <thead>
        <tr>
          <HeadCell>Batch ID</HeadCell>
          <HeadCell>Date</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell className="text-right">Cards</HeadCell>
          <HeadCell className="text-right">Total</HeadCell>
          <HeadCell>Payment</HeadCell>
          <HeadCell>Status</HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <Cell className="font-medium whitespace-nowrap">{displayBatchId(order)}</Cell>
            <Cell className="whitespace-nowrap">
              <OrderDate at={order.submitted_at} />
            </Cell>
            <Cell className="whitespace-nowrap">{plans[order.plan_type].label}</Cell>
            <Cell className="text-right tabular-nums">{order.num_cards.toLocaleString("en-US")}</Cell>
            <Cell className="text-right tabular-nums">
              {formatCents(toCents(order.total_paid ?? order.grading_fee))}
            </Cell>
            <Cell>
              <PaymentBadge status={order.payment_status} />
            </Cell>
            <Cell>
              <SubmissionBadge status={order.submission_status} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
