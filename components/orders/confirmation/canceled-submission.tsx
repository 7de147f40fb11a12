import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { OwnOrderFacts } from "@/components/orders/confirmation/order-facts";
import { ClearPendingBatch } from "@/components/orders/confirmation/pending-payment";
import { ConfirmationLinks } from "@/components/orders/confirmation/what-next";
import { WayHere } from "@/components/orders/inbound/way-here";
import { TakenIn } from "@/components/orders/photos/taken-in";
import { TrackingLinkPanel } from "@/components/orders/tracking-link-panel";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Cancellation } from "@/lib/orders/cancellation";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";
import type { WayHere as WayHereFacts } from "@/lib/orders/inbound";
import type { Photo } from "@/lib/orders/schema";

type CanceledSubmissionProps = {
  order: ConfirmedOrder;
  isSignedIn: boolean;
  photos: Photo[];
  /** There is a custody receipt. */
  hasReceipt: boolean;
  cancellation: Extract<Cancellation, { kind: "canceled" | "asked" }>;
  /** What was said of a package that was shipped before; null of any other. */
  wayHere: WayHereFacts | null;
  /** The tracking link of a guest's batch, who has no other place to end it; null for all others. */
  guestLink: { generation: number; path: string | null } | null;
};

/** Shows its owner a batch that is canceled, or is to be: where the money is, and nothing of shipping it. */
export function CanceledSubmission(props: CanceledSubmissionProps) {
  const { order, isSignedIn, photos, hasReceipt, cancellation, wayHere, guestLink } = props;
  const isCanceled = cancellation.kind === "canceled";
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <ClearPendingBatch batchId={displayBatchId({ id: order.order_id, batch_id: order.batch_id })} />
      <OutcomeHeader
        tone={isCanceled ? "canceled" : "warning"}
        title={isCanceled ? "This batch is canceled" : "You asked to cancel this batch"}
      />
      {isCanceled ? (
        <CanceledNotice canceled={cancellation} />
      ) : (
        <Card>
          <CancelBatch orderId={order.order_id} cancellation={cancellation} token={null} level={2} />
        </Card>
      )}
      {wayHere ? (
        <Card>
          <WayHere wayHere={wayHere} token={null} level={2} />
        </Card>
      ) : null}
      <Card>
        <CardHeader title="Order details" />
        <OwnOrderFacts order={order} isCanceled={isCanceled} />
      </Card>
      {hasReceipt || photos.length > 0 ? (
        <Card>
          <TakenIn orderId={order.order_id} photos={photos} hasReceipt={hasReceipt} level={2} />
        </Card>
      ) : null}
      {guestLink ? (
        <Card>
          <TrackingLinkPanel orderId={order.order_id} link={guestLink} />
        </Card>
      ) : null}
      <ConfirmationLinks isSignedIn={isSignedIn} />
    </main>
  );
}
