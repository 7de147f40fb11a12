import { ShippingInstructions } from "@/components/orders/batch/shipping-instructions";
import { CardsCell, SubmittedCell, TotalCell } from "@/components/orders/order-cells";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { BatchCode } from "@/components/orders/slab-label";
import { Badge } from "@/components/ui/badge";
import { DialogButton } from "@/components/ui/dialog-button";
import { Icon } from "@/components/ui/icon";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { batchName, displayBatchId } from "@/lib/orders/batch-id";
import { isCanceled } from "@/lib/orders/cancellation";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";
import { batchStatus, paymentStatus } from "@/lib/orders/status";

export function PreviousSubmissions({ orders }: { orders: Order[] }) {
  return (
    <Table caption="Previous submissions" isStacked>
      <HeadRow
        columns={["Batch ID", "Date", "Type", "Cards", "Total", "Payment", "Status"]}
        figures={["Cards", "Total"]}
      />
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ order }: { order: Order }) {
  const { plan_type: plan, payment_status: payment } = order;
  const status = batchStatus(order);
  const code = displayBatchId(order);
  const name = <bdi>{batchName(order)}</bdi>;
  const isRefunded = isCanceled(order);
  return (
    <tr>
      <Cell place="head" className="font-medium">
        {payment === "paid" || isRefunded ? (
          <a className="link inline-block min-h-6 leading-6" href={paths.batch(code)}>
            {name}
          </a>
        ) : (
          name
        )}
        <span className="block font-normal max-sm:mb-1">
          <BatchCode code={code} />
        </span>
        {isToShip(order) ? (
          <span className="-mb-1.5 -ml-3 block">
            <ShippingDialog order={order} />
          </span>
        ) : null}
      </Cell>
      <SubmittedCell label="Date" at={order.submitted_at} isLocal />
      <Cell label="Type" isPlain className="whitespace-nowrap">
        {plans[plan].label}
      </Cell>
      <CardsCell count={order.num_cards} />
      <TotalCell order={order} place="end" />
      <Cell label="Payment" isPlain>
        {isRefunded ? "Refunded" : paymentStatus(payment).label}
      </Cell>
      <Cell label="Status" isPlain>
        <Badge tone={status.tone}>{status.label}</Badge>
      </Cell>
    </tr>
  );
}

function ShippingDialog({ order }: { order: Order }) {
  const batchId = displayBatchId(order);
  return (
    <DialogButton
      variant="quiet"
      size="sm"
      label={
        <>
          <Icon name="package-open" className="size-4" />
          <span>
            How to ship<span className="sr-only"> {batchId}</span>
          </span>
        </>
      }
      title="Shipping instructions"
      footer={<OrderPrintLinks orderId={order.id} batchId={batchId} isNextStep />}
    >
      <ShippingInstructions batchId={batchId} />
    </DialogButton>
  );
}
