import type { ReactNode } from "react";
import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchId } from "@/components/orders/batch-id";
import { BatchPromise } from "@/components/orders/batch-promise";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { Homeward } from "@/components/orders/homeward/homeward";
import { WayHere } from "@/components/orders/inbound/way-here";
import { OrderTimeline } from "@/components/orders/order-timeline";
import { TakenIn } from "@/components/orders/photos/taken-in";
import { BatchBadge } from "@/components/orders/status-badge";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { cancellationOf } from "@/lib/orders/cancellation";
import { wayHereOf } from "@/lib/orders/inbound";
import type { Order, OrderEvent } from "@/lib/orders/order";
import type { Photo } from "@/lib/orders/photo";
import type { HomewardFacts } from "@/lib/orders/problem";
import { expectedBy, promiseWords } from "@/lib/orders/promise";
import { type Adjustment, TRACKED } from "@/lib/orders/schema";
import { timelineOf } from "@/lib/orders/timeline";
import { trackingLine } from "@/lib/orders/tracking/carrier";

type TrackedBatchProps = {
  batch: Parameters<typeof wayHereOf>[0] &
    Pick<
      Order,
      | "num_cards"
      | "fulfillment_status"
      | "tracking_number"
      | "return_carrier"
      | "received_count"
      | "promised_from"
      | "promised_to"
      | "delay_reason"
      | "delayed_until"
    > & {
      /** What canceling gives back; null where this link may not cancel. */
      cancel_cents: number | null;
      batch: string;
      events: OrderEvent[];
      adjustments: Adjustment[];
      homeward: HomewardFacts;
      /** There is a custody receipt. */
      is_received: boolean;
      photos: Photo[];
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
  const cancellation = batch.cancel_cents === null ? null : cancellationOf(batch, batch.cancel_cents);
  // What the page sends names no id: the link is proof enough.
  const wayHere = wayHereOf({ ...batch, id: TRACKED });
  return (
    <main id="main" className="mx-auto w-full max-w-2xl space-y-6 px-4 py-12 sm:px-6">
      {notice}
      <header className="space-y-3">
        <h1 className="text-3xl font-semibold">Track a batch</h1>
        <p className="text-lg font-medium tracking-wide">
          <BatchId name={batch.batch} />
        </p>
        <p className="flex flex-wrap gap-2">
          <BatchBadge payment={batch.payment_status} submission={batch.submission_status} />
        </p>
        <BatchPromise promise={promiseWords(batch, batch.readAt)} />
      </header>
      <AdjustmentCards
        adjustments={batch.adjustments}
        token={token}
        paidId={paidId}
        readAt={batch.readAt}
        level={2}
      />
      <Homeward facts={batch.homeward} token={token} level={2} />
      <Card>
        <FactList
          facts={[
            ["Cards", batch.num_cards.toLocaleString("en-US")],
            ["Tracking number of the way back", <TrackingNumber key="tracking" line={trackingLine(batch)} />],
          ]}
        />
      </Card>
      {wayHere ? (
        <Card>
          <WayHere wayHere={wayHere} token={token} level={2} />
        </Card>
      ) : null}
      <Card>
        <OrderTimeline
          timeline={timelineOf(batch, batch.events, expectedBy(batch))}
          readAt={batch.readAt}
          level={2}
        />
      </Card>
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
      {cancellation ? (
        <Card>
          <CancelBatch orderId={TRACKED} cancellation={cancellation} token={token} level={2} />
        </Card>
      ) : null}
      {notice ? null : (
        <p className="text-sm text-text-muted">
          Whoever has the address of this page can open it, and decide what is asked about the cards
          {cancellation ? " or cancel the batch; money only goes back to where it was paid from" : ""}. It
          shows no name and no address.
        </p>
      )}
    </main>
  );
}
