import type { ReactNode } from "react";
import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchAnswer } from "@/components/orders/batch-answer";
import { BatchId } from "@/components/orders/batch-id";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { BatchDrawer } from "@/components/orders/dashboard/batch-drawer";
import { LateRenameBatch } from "@/components/orders/dashboard/late-rename-batch";
import { LateTrackingLinkPanel } from "@/components/orders/dashboard/late-tracking-link-panel";
import { Homeward } from "@/components/orders/homeward/homeward";
import { LateReturnAddress } from "@/components/orders/homeward/late-homeward";
import { WayHere } from "@/components/orders/inbound/way-here";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { OrderSteps } from "@/components/orders/order-steps";
import { TakenIn } from "@/components/orders/photos/taken-in";
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
import { cancellationOf, isOver, linkWords } from "@/lib/orders/cancellation";
import { canShip, isToShip, wayHereOf } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import type { Adjustment, CancelRefund, CancelWay, HomewardFacts, Photo } from "@/lib/orders/schema";
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
    homeward: HomewardFacts;
    cancel_way: CancelWay;
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
  const { order, events, adjustments, homeward, trackingLink, readAt, photos, grader } = batch;
  const left = toCents(order.total_paid ?? 0) - order.refunded_cents;
  const cancellation = cancellationOf(order, left, batch.cancel_way, batch.cancel_refund);
  const canceled = cancellation?.kind === "canceled" ? cancellation : null;
  const wayHere = wayHereOf(order, readAt);
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
      <LateRenameBatch orderId={order.id} title={order.title} />
      <BatchAnswer order={order} readAt={readAt} level={3} />
      {canceled ? <CanceledNotice canceled={canceled} /> : null}
      <ScriptNeeded>You need it to answer questions, ship or cancel a batch.</ScriptNeeded>
      <AdjustmentCards adjustments={adjustments} token={null} paidId={paidId} readAt={readAt} level={3} />
      <Homeward facts={homeward} token={null} level={3} />
      {shipsNext ? (
        <ShipTo
          print={{
            href: paths.labelAndSlip(order.id),
            label: "Print box label and packing slip",
          }}
          level={3}
        />
      ) : null}
      {wayHere ? <WayHere wayHere={wayHere} token={null} level={3} /> : null}
      {canShip(order) && !shipsNext ? <OrderPrintLinks orderId={order.id} /> : null}
      <TakenIn orderId={order.id} photos={photos} hasReceipt={hasReceipt(order)} level={3} />
      <OrderSteps
        next={next}
        steps={timelineOf(order, eventsBeside(events, order, wayHere !== null), isOver(order))}
        level={3}
      />
      <FactList facts={facts} />
      {homeward.address ? <LateReturnAddress orderId={order.id} address={homeward.address} /> : null}
      {trackingLink ? (
        <LateTrackingLinkPanel orderId={order.id} link={trackingLink} about={linkWords(null)} />
      ) : null}
      {cancellation && cancellation.kind !== "canceled" ? (
        <CancelBatch orderId={order.id} cancellation={cancellation} token={null} level={3} />
      ) : null}
    </BatchDrawer>
  );
}
