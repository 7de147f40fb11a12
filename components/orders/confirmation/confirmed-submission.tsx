import { BatchPromise } from "@/components/orders/batch/batch-summary";
import { CanceledNotice } from "@/components/orders/batch/canceled-notice";
import { CustodyRecord } from "@/components/orders/batch/custody-record";
import { CancelBatch, InboundShipment } from "@/components/orders/batch/lazy-parts";
import { ShippingInstructions } from "@/components/orders/batch/shipping-instructions";
import { TrackingLinkPanel } from "@/components/orders/batch/tracking-link-panel";
import { OrderFacts, OwnOrderFacts, PaidSlab } from "@/components/orders/confirmation/order-facts";
import { ClearPendingBatch } from "@/components/orders/confirmation/pending-payment";
import { ConfirmationLinks, WhatNext } from "@/components/orders/confirmation/what-next";
import { NextSteps } from "@/components/orders/next-steps";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { cardCount } from "@/lib/base/messages";
import { paths } from "@/lib/base/paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type Cancellation, trackingLinkText } from "@/lib/orders/cancellation";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";
import type { LoadedConfirmation } from "@/lib/orders/confirmation/loaders";

type ConfirmedSubmissionProps = LoadedConfirmation & { isSignedIn: boolean };

/** Shows a paid batch and its next step. Viewers without access to it (`isMasked`) see only that it's paid. */
export function ConfirmedSubmission(props: ConfirmedSubmissionProps) {
  const { order, isSignedIn, trackingLink, inboundShipment, cancellation, standing, next } = props;
  const isCanceled = cancellation?.kind === "canceled";
  if (order.isMasked)
    return <MaskedSubmission order={order} isSignedIn={isSignedIn} isCanceled={isCanceled} />;
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  // Members manage the link on their dashboard, but guests only have this page.
  const guestLink = order.isGuest ? trackingLink : null;
  if (cancellation?.kind === "canceled" || cancellation?.kind === "asked")
    return <CanceledSubmission {...props} cancellation={cancellation} />;
  if (inboundShipment === null) return <ArrivedSubmission {...props} cancellation={cancellation} />;
  const isToShip = inboundShipment.inbound_shipped_at === null;
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-6 sm:py-12">
      <ClearPendingBatch batchId={batchId} />
      {isToShip ? (
        <h1 className="text-3xl font-semibold">Paid. Now ship your {cardCount(order.num_cards)}.</h1>
      ) : (
        <OutcomeHeader tone={inboundShipment.isMissing ? "warning" : "success"} title={standing}>
          <BatchPromise promise={props.promise} />
        </OutcomeHeader>
      )}
      <PaidSlab order={order} />
      {isToShip ? (
        <>
          <div className="space-y-2 text-center">
            <ButtonLink size="lg" block href={paths.labelAndSlip(order.order_id)}>
              Print box label and packing slip
            </ButtonLink>
            <p className="text-sm text-text-muted">Box label. Not postage.</p>
          </div>
          <ShippingInstructions batchId={null} hasLabelAbove />
        </>
      ) : null}
      {/* Keeps its position in the tree, and so the focus, when the customer reports the shipment. */}
      <Card>
        <InboundShipment inboundShipment={inboundShipment} token={null} level={2} />
      </Card>
      <div className="border-b border-border">
        {isToShip ? null : (
          <Disclosure title="How to ship">
            <ShippingInstructions batchId={batchId} />
            <div className="mt-4">
              <OrderPrintLinks orderId={order.order_id} />
            </div>
          </Disclosure>
        )}
        <Disclosure title="Order details and receipt">
          <OwnOrderFacts order={order} />
        </Disclosure>
        <Disclosure title="What happens next">
          <NextSteps first={isToShip ? null : (next?.what ?? null)} />
        </Disclosure>
        {guestLink ? (
          <Disclosure title="Track or share this batch">
            <TrackingLinkPanel
              orderId={order.order_id}
              link={guestLink}
              about={trackingLinkText(cancellation)}
            />
          </Disclosure>
        ) : null}
        <WhatNext order={order} isSignedIn={isSignedIn} />
        {cancellation ? (
          <Disclosure
            title={cancellation.kind === "refund" ? "Cancel for a full refund" : "Cancel this batch"}
          >
            <CancelBatch orderId={order.order_id} cancellation={cancellation} token={null} level={2} />
          </Disclosure>
        ) : null}
      </div>
      <ConfirmationLinks isSignedIn={isSignedIn} />
    </main>
  );
}

type CanceledSubmissionProps = ConfirmedSubmissionProps & {
  cancellation: Extract<Cancellation, { kind: "canceled" | "asked" }>;
};

function CanceledSubmission(props: CanceledSubmissionProps) {
  const { order, isSignedIn, cancellation, inboundShipment } = props;
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
      {inboundShipment ? (
        <Card>
          <InboundShipment inboundShipment={inboundShipment} token={null} level={2} />
        </Card>
      ) : null}
      <Card>
        <CardHeader title="Order details" />
        <OwnOrderFacts order={order} isCanceled={isCanceled} />
      </Card>
      <CustodyCard {...props} />
      <GuestLinkCard {...props} />
      <ConfirmationLinks isSignedIn={isSignedIn} />
    </main>
  );
}

type ArrivedSubmissionProps = ConfirmedSubmissionProps & {
  cancellation: Exclude<Cancellation, { kind: "canceled" }> | null;
};

function ArrivedSubmission(props: ArrivedSubmissionProps) {
  const { order, isSignedIn, trackingLink, cancellation, next } = props;
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
      <CustodyCard {...props} />
      <Card>
        <CardHeader title="Order details" />
        <OwnOrderFacts order={order} />
      </Card>
      <GuestLinkCard {...props} />
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

function CustodyCard({ order, photos, hasReceipt }: ConfirmedSubmissionProps) {
  if (!hasReceipt && photos.length === 0) return null;
  return (
    <Card>
      <CustodyRecord orderId={order.order_id} photos={photos} hasReceipt={hasReceipt} level={2} />
    </Card>
  );
}

/** Guests can manage the tracking link only here. */
function GuestLinkCard({ order, trackingLink, cancellation }: ConfirmedSubmissionProps) {
  if (!order.isGuest || !trackingLink) return null;
  return (
    <Card>
      <TrackingLinkPanel
        orderId={order.order_id}
        link={trackingLink}
        about={trackingLinkText(cancellation)}
      />
    </Card>
  );
}

type MaskedSubmissionProps = { order: ConfirmedOrder; isSignedIn: boolean; isCanceled: boolean };

/** Shows what was bought to someone who has only the confirmation link, without personal details or shipping steps. */
export function MaskedSubmission({ order, isSignedIn, isCanceled }: MaskedSubmissionProps) {
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  const email = order.user_email ?? order.guest_email;
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <ClearPendingBatch batchId={batchId} />
      <OutcomeHeader
        tone={isCanceled ? "canceled" : "success"}
        title={isCanceled ? "This batch is canceled" : "This batch is paid for"}
      >
        <p className="text-text-muted">
          {email
            ? "For your privacy, details are hidden on this device. Log in or use the link in your email."
            : "We've deleted the name and address for this batch."}
        </p>
        {email ? <ButtonLink href={paths.findBatch}>Email me the link</ButtonLink> : null}
      </OutcomeHeader>
      <Card>
        <CardHeader title="Order details" />
        <OrderFacts
          order={order}
          isCanceled={isCanceled}
          more={email ? [["Confirmation sent to", email]] : []}
        />
      </Card>
      <ConfirmationLinks isSignedIn={isSignedIn} />
    </main>
  );
}
