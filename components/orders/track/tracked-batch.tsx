import type { ReactNode } from "react";
import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchAnswer } from "@/components/orders/batch-answer";
import { BatchId } from "@/components/orders/batch-id";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { graderFacts } from "@/components/orders/grader-number";
import { Homeward } from "@/components/orders/homeward/homeward";
import { WayHere } from "@/components/orders/inbound/way-here";
import { OrderHistory } from "@/components/orders/order-history";
import { OrderSteps } from "@/components/orders/order-steps";
import { TakenIn } from "@/components/orders/photos/taken-in";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { cardCount } from "@/lib/base/words";
import { nextStep } from "@/lib/orders/brief-timeline";
import { cancellationOf, isOver } from "@/lib/orders/cancellation";
import { wayHereOf } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { promiseState } from "@/lib/orders/promise";
import {
  type Adjustment,
  type CancelRefund,
  type CancelWay,
  type HomewardFacts,
  type Photo,
  TRACKED,
} from "@/lib/orders/schema";
import { timelineOf } from "@/lib/orders/timeline";
import { trackingLine } from "@/lib/orders/tracking/carrier";
import type { GraderLine } from "@/lib/orders/tracking/grader-line";

type TrackedBatchProps = {
  batch: Parameters<typeof wayHereOf>[0] &
    Pick<
      Order,
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
      cancel_way: CancelWay;
      cancel_refund: CancelRefund | null;
      batch: string;
      events: OrderEvent[];
      adjustments: Adjustment[];
      homeward: HomewardFacts;
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
  /** Stands above the batch, and in place of what is said of its link: it is no real one. */
  notice?: ReactNode;
};

/**
 * Shows a batch to the holder of its tracking link: where it is and what is to be decided about it, and no person, no address,
 * no other money.
 */
export function TrackedBatch({ batch, token, paidId, notice }: TrackedBatchProps) {
  const cancellation = cancellationOf(batch, batch.cancel_cents, batch.cancel_way, batch.cancel_refund);
  const canceled = cancellation?.kind === "canceled" ? cancellation : null;
  const hasWay = !isOver(batch);
  // What the page sends names no id: the link is proof enough.
  const wayHere = wayHereOf({ ...batch, id: TRACKED }, batch.readAt);
  const timeline = timelineOf(batch, batch.events, promiseState(batch, batch.readAt));
  // What becomes of a request to cancel its own part says, which knows of the money as well.
  const next = cancellation?.kind === "asked" ? null : nextStep(batch, batch.readAt);
  return (
    <main id="main" className="container-page space-y-6 py-10 sm:py-14">
      {notice}
      <BatchAnswer order={batch} readAt={batch.readAt} level={1}>
        <p className="text-lg">
          <BatchId name={batch.batch} className="font-medium" />, {cardCount(batch.num_cards)}
        </p>
      </BatchAnswer>
      {canceled ? <CanceledNotice canceled={canceled} /> : null}
      <ScriptNeeded>questions about a batch are answered, and it is shipped or canceled, by it.</ScriptNeeded>
      <AdjustmentCards
        adjustments={batch.adjustments}
        token={token}
        paidId={paidId}
        readAt={batch.readAt}
        level={2}
      />
      <Homeward facts={batch.homeward} token={token} level={2} />
      {/* As it is read on a telephone; where there is room the steps stand on the left, the rest on the right. */}
      <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr] lg:grid-rows-[auto_1fr]">
        {hasWay ? (
          <>
            <Card className="lg:col-start-2">
              {wayHere ? (
                <WayHere wayHere={wayHere} token={token} level={2} />
              ) : (
                <FactList
                  facts={[
                    ...graderFacts(batch.grader, batch),
                    ["Return tracking", <TrackingNumber key="tracking" line={trackingLine(batch)} />],
                  ]}
                />
              )}
            </Card>
            <Card className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
              <OrderSteps next={next} timeline={timeline} readAt={batch.readAt} level={2} />
            </Card>
          </>
        ) : null}
        <Card className={hasWay ? "lg:col-start-2" : "lg:col-span-2"}>
          <OrderHistory entries={timeline.entries} level={2} />
        </Card>
      </div>
      {batch.is_received || batch.photos.length > 0 ? (
        <Card>
          <TakenIn
            orderId={batch.id}
            photos={batch.photos}
            hasReceipt={batch.is_received}
            proof={{ track: token }}
            level={2}
          />
        </Card>
      ) : null}
      {cancellation && cancellation.kind !== "canceled" ? (
        <Card>
          <CancelBatch orderId={TRACKED} cancellation={cancellation} token={token} level={2} />
        </Card>
      ) : null}
      {notice ? null : (
        <p className="text-sm text-text-muted">
          Whoever has the address of this page can follow the batch without an account and answer our
          questions about it
          {cancellation?.kind === "refund" || cancellation?.kind === "ask"
            ? ", or cancel it: money only goes back to where it was paid from"
            : ""}
          . It shows no name and no address.
        </p>
      )}
    </main>
  );
}
