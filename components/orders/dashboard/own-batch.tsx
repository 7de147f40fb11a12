import type { ReactNode } from "react";
import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchAnswer } from "@/components/orders/batch-answer";
import { BatchId } from "@/components/orders/batch-id";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { BatchDrawer } from "@/components/orders/dashboard/batch-drawer";
import { LazyRenameBatch } from "@/components/orders/dashboard/lazy-rename-batch";
import { LazyTrackingLinkPanel } from "@/components/orders/dashboard/lazy-tracking-link-panel";
import { InboundShipment } from "@/components/orders/inbound/inbound-shipment";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { OrderSteps } from "@/components/orders/order-steps";
import { CustodyRecord } from "@/components/orders/photos/custody-record";
import { LazyReturnAddress } from "@/components/orders/return-shipment/lazy-return-shipment";
import { ReturnShipment } from "@/components/orders/return-shipment/return-shipment";
import { ShipTo } from "@/components/orders/ship-to";
import { graderFacts, trackingFacts } from "@/components/orders/shipment-facts";
import { SlabLabel } from "@/components/orders/slab-label";
import { Alert } from "@/components/ui/alert";
import { FactList } from "@/components/ui/fact-list";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { formatCents, toCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { batchTitle } from "@/lib/orders/batch-name";
import { nextStep } from "@/lib/orders/brief-timeline";
import { cancellationOf, isOver, trackingLinkText } from "@/lib/orders/cancellation";
import { canShip, inboundShipmentOf, isToShip } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import type { Adjustment, CancelMode, CancelRefund, Photo, ReturnShipmentFacts } from "@/lib/orders/schema";
import { eventsBeside, timelineOf } from "@/lib/orders/timeline";
import type { GraderLine } from "@/lib/orders/tracking/grader-line";

type OwnBatchProps = {
  /** The batch ID of the page's address. */
  batchId: string;
  /** Null when it is not among the person's own. */
  batch: {
    order: Order;
    events: OrderEvent[];
    adjustments: Adjustment[];
    return_shipment: ReturnShipmentFacts;
    cancel_mode: CancelMode;
    cancel_refund: CancelRefund | null;
    trackingLink: { generation: number; path: string | null } | null;
    /** When the rows were read, in milliseconds since 1970. */
    readAt: number;
    photos: Photo[];
    grader: GraderLine | null;
  } | null;
  /** The proposal whose payment page has just led back here. */
  paidId?: string | null;
};

/** Shows a batch in its owner's drawer. */
export function OwnBatch({ batchId, batch, paidId = null }: OwnBatchProps) {
  if (!batch) {
    return (
      <BatchDrawer batchId={batchId} title={<BatchId name={batchId} />}>
        <Alert tone="warning" title="This batch isn't on your dashboard">
          Check the batch ID. Paid as a guest? Log in with the email address you paid with.
        </Alert>
      </BatchDrawer>
    );
  }
  const {
    order,
    events,
    adjustments,
    return_shipment: returnShipment,
    trackingLink,
    readAt,
    photos,
    grader,
  } = batch;
  const left = toCents(order.total_paid ?? 0) - order.refunded_cents;
  const cancellation = cancellationOf(order, left, batch.cancel_mode, batch.cancel_refund);
  const canceled = cancellation?.kind === "canceled" ? cancellation : null;
  const inboundShipment = inboundShipmentOf(order, readAt);
  const shipsNext = isToShip(order);
  // Shipping, and a cancellation request, have their own sections.
  const next = shipsNext || cancellation?.kind === "asked" ? null : nextStep(order, readAt);
  const total = formatCents(toCents(order.total_paid ?? order.grading_fee));
  const facts: [string, ReactNode][] = [
    [
      order.payment_status === "paid" ? "Total paid" : "Total",
      order.receipt_url ? (
        <>
          {total} ·{" "}
          <a className="link" href={order.receipt_url} target="_blank" rel="noreferrer">
            Receipt
          </a>
        </>
      ) : (
        total
      ),
    ],
    ...(order.refunded_cents > 0
      ? ([["Refunded", formatCents(order.refunded_cents)]] satisfies [string, string][])
      : []),
    ...graderFacts(grader, order),
    ...trackingFacts(order),
  ];
  return (
    <BatchDrawer
      batchId={batchId}
      title={<SlabLabel size="row" title={batchTitle(order)} code={batchId} figure={order.num_cards} />}
    >
      <LazyRenameBatch orderId={order.id} title={order.title} />
      <BatchAnswer order={order} readAt={readAt} level={3} />
      {canceled ? <CanceledNotice canceled={canceled} /> : null}
      <ScriptNeeded>You need it to answer questions, ship or cancel a batch.</ScriptNeeded>
      <AdjustmentCards adjustments={adjustments} token={null} paidId={paidId} readAt={readAt} level={3} />
      <ReturnShipment facts={returnShipment} token={null} level={3} />
      {shipsNext ? (
        <ShipTo
          print={{
            href: paths.labelAndSlip(order.id),
            label: "Print box label and packing slip",
          }}
          level={3}
        />
      ) : null}
      {inboundShipment ? <InboundShipment inboundShipment={inboundShipment} token={null} level={3} /> : null}
      {canShip(order) && !shipsNext ? <OrderPrintLinks orderId={order.id} /> : null}
      <CustodyRecord orderId={order.id} photos={photos} hasReceipt={hasReceipt(order)} level={3} />
      <OrderSteps
        next={next}
        steps={timelineOf(order, eventsBeside(events, order, inboundShipment !== null), isOver(order))}
        level={3}
      />
      <FactList facts={facts} />
      {returnShipment.address ? (
        <LazyReturnAddress orderId={order.id} address={returnShipment.address} />
      ) : null}
      {trackingLink ? (
        <LazyTrackingLinkPanel orderId={order.id} link={trackingLink} about={trackingLinkText(null)} />
      ) : null}
      {cancellation && cancellation.kind !== "canceled" ? (
        <CancelBatch orderId={order.id} cancellation={cancellation} token={null} level={3} />
      ) : null}
    </BatchDrawer>
  );
}
