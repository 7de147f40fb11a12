import { BatchPromise } from "@/components/orders/batch-promise";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { OwnOrderFacts, PaidSlab } from "@/components/orders/confirmation/order-facts";
import { ClearPendingBatch } from "@/components/orders/confirmation/pending-payment";
import { ConfirmationLinks, WhatNext } from "@/components/orders/confirmation/what-next";
import { CustodyRecord } from "@/components/orders/photos/custody-record";
import { TrackingLinkPanel } from "@/components/orders/tracking-link-panel";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { NextStep } from "@/lib/orders/brief-timeline";
import { type Cancellation, trackingLinkText } from "@/lib/orders/cancellation";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";
import type { PromiseText } from "@/lib/orders/promise";
import type { Photo } from "@/lib/orders/schema";

type ArrivedSubmissionProps = {
  order: ConfirmedOrder;
  isSignedIn: boolean;
  trackingLink: { generation: number; path: string | null } | null;
  photos: Photo[];
  /** There is a custody receipt. */
  hasReceipt: boolean;
  cancellation: Exclude<Cancellation, { kind: "canceled" }> | null;
  promise: PromiseText | null;
  /** The batch's status, in words. */
  standing: string;
  /** What that means to its owner, and the next step, if any. */
  meaning: string;
  next: NextStep | null;
};

/** Shows its owner a paid batch whose package has arrived, without shipping steps. */
export function ArrivedSubmission(props: ArrivedSubmissionProps) {
  const { order, isSignedIn, trackingLink, photos, hasReceipt, cancellation, next } = props;
  const path = order.isGuest ? null : trackingLink?.path;
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <ClearPendingBatch batchId={displayBatchId({ id: order.order_id, batch_id: order.batch_id })} />
      <OutcomeHeader tone="success" title={props.standing}>
        <BatchPromise promise={props.promise} />
      </OutcomeHeader>
      <PaidSlab order={order} />
      {next ? (
        <Card>
          <CardHeader title="What happens next" />
          <p>{[props.meaning, next.what].filter(Boolean).join(" ")}</p>
        </Card>
      ) : null}
      {path ? (
        <p className="text-center">
          <ButtonLink size="sm" variant="secondary" href={path}>
            Track this batch
          </ButtonLink>
        </p>
      ) : null}
      {hasReceipt || photos.length > 0 ? (
        <Card>
          <CustodyRecord orderId={order.order_id} photos={photos} hasReceipt={hasReceipt} level={2} />
        </Card>
      ) : null}
      <Card>
        <CardHeader title="Order details" />
        <OwnOrderFacts order={order} />
      </Card>
      {order.isGuest && trackingLink ? (
        <Card>
          <TrackingLinkPanel
            orderId={order.order_id}
            link={trackingLink}
            about={trackingLinkText(cancellation)}
          />
        </Card>
      ) : null}
      {cancellation ? (
        <Card>
          <CancelBatch orderId={order.order_id} cancellation={cancellation} token={null} level={2} />
        </Card>
      ) : null}
      <div>
        <WhatNext order={order} isSignedIn={isSignedIn} />
      </div>
      <ConfirmationLinks isSignedIn={isSignedIn} />
    </main>
  );
}
