import type { ReactNode } from "react";
import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchAnswer } from "@/components/orders/batch-answer";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { InboundShipment } from "@/components/orders/inbound/inbound-shipment";
import { OrderSteps } from "@/components/orders/order-steps";
import { CustodyRecord } from "@/components/orders/photos/custody-record";
import { ReturnShipment } from "@/components/orders/return-shipment/return-shipment";
import { ShipTo } from "@/components/orders/ship-to";
import { graderFacts, trackingFacts } from "@/components/orders/shipment-facts";
import { SlabLabel } from "@/components/orders/slab-label";
import { buttonStyle } from "@/components/ui/button-link";
import { FactList } from "@/components/ui/fact-list";
import { Fold } from "@/components/ui/fold";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { paths, signupAfterPaying, withQuery } from "@/lib/base/paths";
import { formatShortDate } from "@/lib/base/time";
import { batchTitle } from "@/lib/orders/batch-name";
import { nextStep } from "@/lib/orders/brief-timeline";
import { cancellationOf, isOver, trackingLinkText } from "@/lib/orders/cancellation";
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
import { eventsBeside, timelineOf } from "@/lib/orders/timeline";
import type { GraderLine } from "@/lib/orders/tracking/grader-line";

type TrackedBatchProps = {
  batch: Parameters<typeof inboundShipmentOf>[0] &
    Pick<
      Order,
      | "title"
      | "submitted_at"
      | "num_cards"
      | "fulfillment_status"
      | "tracking_number"
      | "return_carrier"
      | "received_count"
      | "cards_sent"
      | "promised_from"
      | "promised_to"
      | "delay_reason"
      | "delayed_until"
      | "is_lost"
    > & {
      /** What canceling gives back; null where this link may not cancel. */
      cancel_cents: number | null;
      cancel_mode: CancelMode;
      cancel_refund: CancelRefund | null;
      batch: string;
      events: OrderEvent[];
      adjustments: Adjustment[];
      return_shipment: ReturnShipmentFacts;
      /** There is a custody receipt. */
      is_received: boolean;
      photos: Photo[];
      grader: GraderLine | null;
      /** When the rows were read, in milliseconds since 1970. */
      readAt: number;
    };
  /** That of the page's address. */
  token: string;
  /** The proposal whose payment page has just led back here. */
  paidId: string | null;
  /** Stands above the batch, in place of what the link can do: a sample. */
  notice?: ReactNode;
};

/** Shows a batch to the holder of its tracking link: no person, no address, and money only where it has to be decided. */
export function TrackedBatch({ batch, token, paidId, notice }: TrackedBatchProps) {
  const { readAt } = batch;
  const cancellation = cancellationOf(batch, batch.cancel_cents, batch.cancel_mode, batch.cancel_refund);
  const canceled = cancellation?.kind === "canceled" ? cancellation : null;
  // The token proves access, so requests name no order.
  const inboundShipment = inboundShipmentOf({ ...batch, id: TRACKED }, readAt);
  const shipsNext = isToShip(batch);
  const print = { href: withQuery(paths.label(TRACKED), { track: token }), label: "Print box label" };
  // Shipping, and a cancellation request, have their own sections.
  const next = shipsNext || cancellation?.kind === "asked" ? null : nextStep(batch, readAt);
  const cancel =
    cancellation && cancellation.kind !== "canceled" ? (
      <CancelBatch orderId={TRACKED} cancellation={cancellation} token={token} level={2} />
    ) : null;
  const facts = [...graderFacts(batch.grader, batch), ...trackingFacts(batch)];
  return (
    <main id="main" className="container-page max-w-2xl space-y-8 py-10 sm:py-14">
      {notice}
      <BatchAnswer order={batch} readAt={readAt} level={1}>
        <SlabLabel
          size="large"
          title={batchTitle(batch, readAt)}
          code={batch.batch}
          figure={batch.num_cards}
          corner={formatShortDate(batch.submitted_at)}
        />
      </BatchAnswer>
      {canceled ? <CanceledNotice canceled={canceled} /> : null}
      <ScriptNeeded>You need it to answer questions, ship or cancel a batch.</ScriptNeeded>
      <AdjustmentCards
        adjustments={batch.adjustments}
        token={token}
        paidId={paidId}
        readAt={readAt}
        level={2}
      />
      <ReturnShipment facts={batch.return_shipment} token={token} level={2} />
      {shipsNext ? <ShipTo print={print} level={2} /> : null}
      {inboundShipment ? <InboundShipment inboundShipment={inboundShipment} token={token} level={2} /> : null}
      {canShip(batch) && !shipsNext ? (
        <p>
          <a className={buttonStyle({ variant: "secondary", size: "sm" })} href={print.href}>
            {print.label}
          </a>
        </p>
      ) : null}
      <CustodyRecord
        orderId={batch.id}
        photos={batch.photos}
        hasReceipt={batch.is_received}
        proof={{ track: token }}
        level={2}
      />
      <OrderSteps
        next={next}
        steps={timelineOf(batch, eventsBeside(batch.events, batch, inboundShipment !== null), isOver(batch))}
        level={2}
      />
      {facts.length > 0 ? <FactList facts={facts} /> : null}
      {cancellation?.kind === "asked" ? cancel : null}
      {notice ? null : (
        <p className="text-sm text-text-muted">
          {trackingLinkText(cancellation)}
          {cancellation && "cents" in cancellation
            ? " Refunds only go to the original payment method."
            : null}
        </p>
      )}
      {batch.cancel_cents === null ? null : (
        <p className="text-sm text-text-muted">
          <a className="link" href={signupAfterPaying(batch.num_cards)}>
            Create an account
          </a>{" "}
          with the email you paid with to keep your batches together.
        </p>
      )}
      {cancel && cancellation?.kind !== "asked" ? (
        <div className="border-b border-border">
          <Fold title="Cancel this batch">{cancel}</Fold>
        </div>
      ) : null}
    </main>
  );
}
