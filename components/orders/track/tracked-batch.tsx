import { AdjustmentCards } from "@/components/orders/adjustments/adjustment-cards";
import { BatchPromise } from "@/components/orders/batch-promise";
import { Homeward } from "@/components/orders/homeward/homeward";
import { OrderTimeline } from "@/components/orders/order-timeline";
import { TakenIn } from "@/components/orders/photos/taken-in";
import { BatchBadge } from "@/components/orders/status-badge";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import type { FulfillmentStatus, OrderEvent, PaymentStatus } from "@/lib/orders/order";
import type { Photo } from "@/lib/orders/photos/schema";
import type { HomewardFacts } from "@/lib/orders/problem";
import { expectedBy, promiseWords } from "@/lib/orders/promise";
import type { Adjustment } from "@/lib/orders/schema";
import type { Carrier } from "@/lib/orders/shipping/tracking-number";
import { timelineOf } from "@/lib/orders/timeline";
import { trackingLine } from "@/lib/orders/tracking/carrier";

type TrackedBatchProps = {
  batch: {
    batch: string;
    num_cards: number;
    payment_status: PaymentStatus;
    fulfillment_status: FulfillmentStatus;
    submission_status: string;
    tracking_number: string | null;
    return_carrier: Carrier | null;
    promised_from: string | null;
    promised_to: string | null;
    delay_reason: string | null;
    delayed_until: string | null;
    events: OrderEvent[];
    adjustments: Adjustment[];
    homeward: HomewardFacts;
    /** When the rows were read, in milliseconds since 1970. */
    readAt: number;
  };
  /** That of the page's address. */
  token: string;
  /** Its photographs and whether it has a custody receipt; null when the link has just ended. */
  taken: { order_id: string; is_received: boolean; photos: Photo[] } | null;
  /** The proposal whose payment page has just led back here. */
  paidId: string | null;
};

/**
 * Shows a batch to the holder of its tracking link: where it is and what is to be decided about it, and no person, no address,
 * no other money.
 */
export function TrackedBatch({ batch, token, taken, paidId }: TrackedBatchProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-2xl space-y-6 px-4 py-12 sm:px-6">
      <header className="space-y-3">
        <h1 className="text-3xl font-semibold">Track a batch</h1>
        <p className="text-lg font-medium tracking-wide wrap-anywhere tabular-nums">{batch.batch}</p>
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
      <Card>
        <OrderTimeline
          timeline={timelineOf(batch, batch.events, expectedBy(batch))}
          readAt={batch.readAt}
          level={2}
        />
      </Card>
      {taken && (taken.is_received || taken.photos.length > 0) ? (
        <Card>
          <TakenIn
            orderId={taken.order_id}
            photos={taken.photos}
            hasReceipt={taken.is_received}
            proof={{ track: token }}
            level={2}
          />
        </Card>
      ) : null}
      <p className="text-sm text-text-muted">
        Whoever has the address of this page can open it, and decide what is asked about the cards. It shows
        no name and no address.
      </p>
    </main>
  );
}
