import { CanceledNotice } from "@/components/orders/batch/canceled-notice";
import { CustodyRecord } from "@/components/orders/batch/custody-record";
import {
  InboundShipment,
  LazyAdjustmentCard,
  LazyReturnShipmentPanel,
} from "@/components/orders/batch/lazy-parts";
import { ShipTo } from "@/components/orders/batch/shipping-instructions";
import { TimelineSteps } from "@/components/orders/timeline-steps";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { FactList } from "@/components/ui/fact-list";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { Time } from "@/components/ui/time";
import { type Cancellation, isOrWillBeCanceled } from "@/lib/orders/cancellation";
import { canShip, inboundShipmentOf, isToShip } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import {
  type Adjustment,
  type CancelMode,
  type CancelRefund,
  type Photo,
  type ReturnShipmentFacts,
  TRACKED,
} from "@/lib/orders/schema";
import { hasLeft } from "@/lib/orders/status";
import { eventsBeside, nextStep, timelineOf } from "@/lib/orders/timeline";
import { cardsStillHere, type GraderLine, graderText } from "@/lib/orders/tracking/grader-line";
import { trackingLine } from "@/lib/orders/tracking-number";

type Level = 2 | 3;

type BatchOrder = Parameters<typeof inboundShipmentOf>[0] &
  Parameters<typeof nextStep>[0] &
  Parameters<typeof cardsStillHere>[0] &
  Parameters<typeof trackingLine>[0] &
  Pick<Order, "fulfillment_status" | "delay_reason">;

type LoadedBatch = {
  events: OrderEvent[];
  adjustments: Adjustment[];
  return_shipment: ReturnShipmentFacts;
  cancel_mode: CancelMode;
  cancel_refund: CancelRefund | null;
  photos: Photo[];
  grader: GraderLine | null;
  readAt: number;
};

type BatchSectionsProps = {
  order: BatchOrder;
  batch: LoadedBatch;
  cancellation: Cancellation | null;
  hasReceipt: boolean;
  /** Token of the tracking page. Null for the owner. */
  token: string | null;
  paidId: string | null;
  print: { href: string; label: string };
  printAgain: React.ReactNode;
  facts: [string, React.ReactNode][];
  level: Level;
};

export function BatchSections(props: BatchSectionsProps) {
  const { order, batch, cancellation, token, paidId, level } = props;
  const { adjustments, readAt, grader, return_shipment: shipment } = batch;
  // The token proves access, so requests contain no order ID.
  const inboundShipment = inboundShipmentOf({ ...order, id: token ? TRACKED : order.id }, readAt);
  const shipsNext = isToShip(order);
  // Shipping and cancellation requests have their own sections.
  const next = shipsNext || cancellation?.kind === "asked" ? null : nextStep(order, readAt);
  const beside = eventsBeside(batch.events, order, inboundShipment !== null);
  const steps = timelineOf(order, beside, isOrWillBeCanceled(order));
  const hasNow = steps.some(({ state }) => state === "now");
  const stillHere = cardsStillHere(order);
  const facts = [...props.facts];
  if (grader) facts.push([graderText.number, <GraderNumber key="grader" line={grader} />]);
  if (stillHere) facts.push(["Not sent to the grader", stillHere]);
  if (hasLeft(order.submission_status))
    facts.push(["Return tracking", <TrackingNumber key="tracking" line={trackingLine(order)} />]);
  const Heading = `h${level}` as const;
  return (
    <>
      {cancellation?.kind === "canceled" ? <CanceledNotice canceled={cancellation} /> : null}
      <ScriptNeeded>You need it to answer questions, report a shipment or cancel a batch.</ScriptNeeded>
      {adjustments.length > 0 ? (
        <section className="space-y-3">
          <Heading className="text-lg font-semibold">Questions</Heading>
          {adjustments.map((adjustment) => (
            <LazyAdjustmentCard
              key={adjustment.id}
              adjustment={adjustment}
              token={token}
              isBack={adjustment.id === paidId}
              readAt={readAt}
            />
          ))}
        </section>
      ) : null}
      {shipment.can_write || shipment.can_arrive ? (
        <section className="space-y-3">
          <Heading className="text-lg font-semibold" tabIndex={-1} data-return-shipment="">
            Delivery
          </Heading>
          <LazyReturnShipmentPanel facts={shipment} token={token} />
        </section>
      ) : null}
      {shipsNext ? <ShipTo print={props.print} level={level} /> : null}
      {inboundShipment ? (
        <InboundShipment inboundShipment={inboundShipment} token={token} level={level} />
      ) : null}
      {canShip(order) && !shipsNext ? props.printAgain : null}
      <CustodyRecord
        orderId={order.id}
        photos={batch.photos}
        hasReceipt={props.hasReceipt}
        proof={token ? { track: token } : {}}
        level={level}
      />
      <section className="space-y-4">
        <Heading className="sr-only">Progress</Heading>
        <TimelineSteps
          steps={steps}
          dateOf={(at) => <Time show="local-date" at={at} />}
          next={next ? `Next: ${next.what}` : undefined}
        />
        {next && !hasNow ? <p>Next: {next.what}</p> : null}
      </section>
      {facts.length > 0 ? <FactList facts={facts} /> : null}
    </>
  );
}

function GraderNumber({ line: { number, url } }: { line: GraderLine }) {
  const shown = <span translate="no">{number}</span>;
  if (!url) return shown;
  return (
    <a className="link inline-block min-h-6 leading-6" href={url} target="_blank" rel="noreferrer">
      {shown}
      <span className="sr-only"> ({graderText.lookUp})</span>
    </a>
  );
}
