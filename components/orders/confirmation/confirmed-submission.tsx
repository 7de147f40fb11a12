import { BatchPromise } from "@/components/orders/batch-promise";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { ArrivedSubmission } from "@/components/orders/confirmation/arrived-submission";
import { OrderFacts, OwnOrderFacts } from "@/components/orders/confirmation/order-facts";
import { ClearPendingBatch } from "@/components/orders/confirmation/pending-payment";
import { ConfirmationLinks, WhatNext } from "@/components/orders/confirmation/what-next";
import { WayHere } from "@/components/orders/inbound/way-here";
import { NextSteps } from "@/components/orders/next-steps";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { TakenIn } from "@/components/orders/photos/taken-in";
import { ShippingInstructions } from "@/components/orders/shipping-instructions";
import { TrackingLinkPanel } from "@/components/orders/tracking-link-panel";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { formatCents, toCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { NextStep } from "@/lib/orders/brief-timeline";
import type { Cancellation } from "@/lib/orders/cancellation";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";
import type { WayHere as WayHereFacts } from "@/lib/orders/inbound";
import type { PromiseWords } from "@/lib/orders/promise";
import type { Photo } from "@/lib/orders/schema";

type ConfirmedSubmissionProps = {
  order: ConfirmedOrder;
  isSignedIn: boolean;
  /** The batch's tracking link, whose `path` is null once it is ended; null for who may not see it. */
  trackingLink: { generation: number; path: string | null } | null;
  photos: Photo[];
  /** There is a custody receipt. */
  hasReceipt: boolean;
  wayHere: WayHereFacts | null;
  cancellation: Cancellation | null;
  promise: PromiseWords | null;
  /** Where the batch stands, in words. */
  standing: string;
  /** What that means to its owner, and what comes next (null: nothing). */
  meaning: string;
  next: NextStep | null;
};

/** Shows a paid batch and its next step, or only that it's paid to a viewer without a right to it (`isMasked`). */
export function ConfirmedSubmission(props: ConfirmedSubmissionProps) {
  const { order, isSignedIn, trackingLink, wayHere, cancellation, promise, standing, next } = props;
  const isCanceled = cancellation?.kind === "canceled";
  if (order.isMasked)
    return <MaskedSubmission order={order} isSignedIn={isSignedIn} isCanceled={isCanceled} />;
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  const email = order.user_email ?? order.guest_email;
  // An account has its dashboard to end or renew the link; a guest has this page.
  const guestLink = order.isGuest ? trackingLink : null;
  if (cancellation?.kind === "canceled" || cancellation?.kind === "asked")
    return <CanceledSubmission {...{ ...props, cancellation, guestLink }} />;
  if (wayHere === null) return <ArrivedSubmission {...props} cancellation={cancellation} />;
  const isToShip = wayHere.inbound_shipped_at === null;
  const isPayg = order.plan_type === "payg";
  const hasOffers = !isSignedIn || isPayg;
  const second = hasOffers ? "lg:col-start-2 lg:row-start-2 lg:row-span-2" : "lg:col-start-2 lg:row-start-2";
  const shipping = (
    <ShippingInstructions
      batchId={batchId}
      email={email}
      total={formatCents(toCents(order.total_paid))}
      print={{
        outside: (
          <OrderPrintLinks
            only="label"
            isNextStep={isToShip}
            orderId={order.order_id}
            trackPath={guestLink ? undefined : trackingLink?.path}
          />
        ),
        inside: <OrderPrintLinks only="slip" orderId={order.order_id} />,
      }}
    />
  );
  return (
    <main id="main" className="container-page space-y-6 py-10 sm:py-14">
      <ClearPendingBatch batchId={batchId} />
      <OutcomeHeader
        tone={wayHere.isMissing ? "warning" : "success"}
        title={isToShip ? `Paid. Now ship your ${cardCount(order.num_cards)}` : standing}
      >
        <BatchPromise promise={promise} />
      </OutcomeHeader>
      {/* As it is read on a telephone; where there is room the right column is one stack, whatever the left one is long. */}
      <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr]">
        <Card className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {isToShip ? (
            <>
              <CardHeader title="Ship your cards" />
              {shipping}
            </>
          ) : null}
          {/* It keeps its place and its heading, and with them the keyboard, as somebody says that they have shipped it. */}
          <div className={isToShip ? "mt-6 border-t border-border pt-6" : undefined}>
            <WayHere wayHere={wayHere} token={null} level={2} />
          </div>
          {isToShip ? null : (
            <details className="mt-6 border-t border-border pt-6">
              <summary className="font-medium text-accent-text">How to ship</summary>
              <div className="pt-4">{shipping}</div>
            </details>
          )}
        </Card>
        <Card className="lg:col-start-2 lg:row-start-1">
          <CardHeader title="Order details" />
          <OwnOrderFacts order={order} />
        </Card>
        <Card className={hasOffers ? "lg:col-start-1" : second}>
          <CardHeader title="What happens next" />
          <NextSteps first={isToShip ? null : (next?.what ?? null)} />
          {guestLink ? (
            <div className="mt-6 border-t border-border pt-6">
              <TrackingLinkPanel orderId={order.order_id} link={guestLink} />
            </div>
          ) : null}
          {cancellation ? (
            <div className="mt-6 border-t border-border pt-6">
              <CancelBatch orderId={order.order_id} cancellation={cancellation} token={null} level={3} />
            </div>
          ) : null}
        </Card>
        {hasOffers ? (
          <div className={second}>
            <WhatNext isSignedIn={isSignedIn} isPayg={isPayg} isGuest={order.isGuest} email={email} />
          </div>
        ) : null}
      </div>
      <ConfirmationLinks isSignedIn={isSignedIn} />
    </main>
  );
}

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
function CanceledSubmission(props: CanceledSubmissionProps) {
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

type MaskedSubmissionProps = {
  order: ConfirmedOrder;
  isSignedIn: boolean;
  /** It was canceled after it was paid. */
  isCanceled: boolean;
};

/** Shows what was bought to someone who has only the confirmation's link. No one ships another person's batch. */
export function MaskedSubmission({ order, isSignedIn, isCanceled }: MaskedSubmissionProps) {
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  const email = order.user_email ?? order.guest_email;
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <ClearPendingBatch batchId={batchId} />
      <OutcomeHeader
        tone={isCanceled ? "canceled" : "success"}
        title={isCanceled ? "This batch is canceled" : "This batch is paid"}
      >
        <p className="text-text-muted">
          {isCanceled ? "What became of the money" : "Shipping steps"} and personal details are hidden,{" "}
          {email
            ? "because this browser is not the one that paid. Its owner sees them after logging in, or through the links of the confirmation email."
            : "because no name and no address are kept with it."}
        </p>
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
