import type { ReactNode } from "react";
import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchAnswer } from "@/components/orders/batch-answer";
import { BatchId } from "@/components/orders/batch-id";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { BatchDrawer } from "@/components/orders/dashboard/batch-drawer";
import { LateTrackingLinkPanel } from "@/components/orders/dashboard/late-tracking-link-panel";
import { graderFacts } from "@/components/orders/grader-number";
import { Homeward } from "@/components/orders/homeward/homeward";
import { LateReturnAddress } from "@/components/orders/homeward/late-homeward";
import { WayHere } from "@/components/orders/inbound/way-here";
import { OrderHistory } from "@/components/orders/order-history";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { OrderSteps } from "@/components/orders/order-steps";
import { TakenIn } from "@/components/orders/photos/taken-in";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Alert } from "@/components/ui/alert";
import { FactList } from "@/components/ui/fact-list";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { formatCents, toCents } from "@/lib/base/money";
import { nextStep } from "@/lib/orders/brief-timeline";
import { cancellationOf, isOver } from "@/lib/orders/cancellation";
import { canShip, wayHereOf } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import { promiseState } from "@/lib/orders/promise";
import type { Adjustment, CancelRefund, CancelWay, HomewardFacts, Photo } from "@/lib/orders/schema";
import { timelineOf } from "@/lib/orders/timeline";
import { trackingLine } from "@/lib/orders/tracking/carrier";
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

/** Shows a batch in its owner's drawer. For another person's batch, it says where to look. */
export function OwnBatch({ batchId, batch, paidId = null }: OwnBatchProps) {
  if (!batch) {
    return (
      <BatchDrawer batchId={batchId} title={<BatchId name={batchId} />}>
        <Alert tone="warning" title="No such batch on your dashboard">
          Please check the batch ID. A batch that was paid without an account appears after you log in with
          the email address it was paid with.
        </Alert>
      </BatchDrawer>
    );
  }
  const { order, events, adjustments, homeward, trackingLink, readAt, photos, grader } = batch;
  const left = toCents(order.total_paid ?? 0) - order.refunded_cents;
  const cancellation = cancellationOf(order, left, batch.cancel_way, batch.cancel_refund);
  const canceled = cancellation?.kind === "canceled" ? cancellation : null;
  const hasWay = !isOver(order);
  const wayHere = wayHereOf(order, readAt);
  const timeline = timelineOf(order, events, promiseState(order, readAt));
  // What becomes of a request to cancel its own part says, which knows of the money as well.
  const next = cancellation?.kind === "asked" ? null : nextStep(order, readAt);
  const isPaid = order.payment_status === "paid";
  const total = order.total_paid ?? order.grading_fee;
  return (
    <BatchDrawer batchId={batchId} title={<BatchId name={batchId} />}>
      <BatchAnswer order={order} readAt={readAt} level={3} />
      {canceled ? <CanceledNotice canceled={canceled} /> : null}
      <ScriptNeeded>questions about a batch are answered, and it is shipped or canceled, by it.</ScriptNeeded>
      <AdjustmentCards adjustments={adjustments} token={null} paidId={paidId} readAt={readAt} level={3} />
      <Homeward facts={homeward} token={null} level={3} />
      <FactList
        facts={[
          ["Cards", order.num_cards.toLocaleString("en-US")],
          [isPaid ? "Total paid" : "Total", formatCents(toCents(total))],
          ...(order.refunded_cents > 0
            ? ([["Refunded", formatCents(order.refunded_cents)]] satisfies [string, string][])
            : []),
          ...graderFacts(grader, order),
          ...(hasWay
            ? ([["Return tracking", <TrackingNumber key="tracking" line={trackingLine(order)} />]] satisfies [
                string,
                ReactNode,
              ][])
            : []),
        ]}
      />
      {canShip(order) ? <OrderPrintLinks orderId={order.id} isNextStep /> : null}
      {wayHere ? <WayHere wayHere={wayHere} token={null} level={3} /> : null}
      {hasWay ? <OrderSteps next={next} timeline={timeline} readAt={readAt} level={3} /> : null}
      {homeward.address ? <LateReturnAddress orderId={order.id} address={homeward.address} /> : null}
      <OrderHistory entries={timeline.entries} level={3} />
      <TakenIn orderId={order.id} photos={photos} hasReceipt={hasReceipt(order)} level={3} />
      {trackingLink ? <LateTrackingLinkPanel orderId={order.id} link={trackingLink} /> : null}
      {cancellation && cancellation.kind !== "canceled" ? (
        <CancelBatch orderId={order.id} cancellation={cancellation} token={null} level={3} />
      ) : null}
    </BatchDrawer>
  );
}
