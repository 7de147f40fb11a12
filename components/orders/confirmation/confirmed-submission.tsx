import type { ReactNode } from "react";
import { BatchPromise } from "@/components/orders/batch-promise";
import { CancelBatch } from "@/components/orders/cancellation/cancel-batch";
import { CanceledSubmission } from "@/components/orders/confirmation/canceled-submission";
import { MaskedSubmission } from "@/components/orders/confirmation/masked-submission";
import { OrderFacts } from "@/components/orders/confirmation/order-facts";
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
};

/** Where the second card of the right column stands, beside as many of the left one as stand below the shipping. */
const SECOND_ON_THE_RIGHT = [
  "lg:col-start-2 lg:row-start-2",
  "lg:col-start-2 lg:row-start-2 lg:row-span-2",
  "lg:col-start-2 lg:row-start-2 lg:row-span-3",
];

/**
 * Shows a paid batch: how to ship it, what was bought, what happens next; or that it is (to be) canceled. A viewer who has shown no right to it
 * (`order.isMasked`) reads no more than that it is paid.
 */
export function ConfirmedSubmission(props: ConfirmedSubmissionProps) {
  const { order, isSignedIn, trackingLink, photos, hasReceipt, wayHere, cancellation, promise } = props;
  const isCanceled = cancellation?.kind === "canceled";
  if (order.isMasked)
    return <MaskedSubmission order={order} isSignedIn={isSignedIn} isCanceled={isCanceled} />;
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  const email = order.user_email ?? order.guest_email;
  // An account has its dashboard to end or renew the link; a guest has this page.
  const guestLink = order.isGuest ? trackingLink : null;
  if (cancellation?.kind === "canceled" || cancellation?.kind === "asked")
    return <CanceledSubmission {...{ order, isSignedIn, cancellation, guestLink }} />;
  const isPayg = order.plan_type === "payg";
  const hasOffers = !isSignedIn || isPayg;
  const hasTakenIn = hasReceipt || photos.length > 0;
  const second = SECOND_ON_THE_RIGHT[Number(hasOffers) + Number(hasTakenIn)];
  return (
    <main id="main" className="container-page space-y-6 py-10 sm:py-14">
      <ClearPendingBatch batchId={batchId} />
      <OutcomeHeader
        tone="success"
        title={hasReceipt ? "Payment received" : `Paid. Now ship your ${cardCount(order.num_cards)}`}
      >
        <BatchPromise promise={promise} />
      </OutcomeHeader>
      {/* As it is read on a telephone; where there is room the right column is one stack, whatever the left one is long. */}
      <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr]">
        <Card className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <CardHeader title="Ship your cards" />
          <ShippingInstructions
            batchId={batchId}
            email={email}
            total={formatCents(toCents(order.total_paid))}
            print={{
              outside: (
                <OrderPrintLinks
                  only="label"
                  isNextStep
                  orderId={order.order_id}
                  trackPath={guestLink ? undefined : trackingLink?.path}
                />
              ),
              inside: <OrderPrintLinks only="slip" orderId={order.order_id} />,
            }}
          />
          {wayHere ? (
            <div className="mt-6 border-t border-border pt-6">
              <WayHere wayHere={wayHere} token={null} level={3} />
            </div>
          ) : null}
        </Card>
        <Card className="lg:col-start-2 lg:row-start-1">
          <CardHeader title="Order details" />
          <OrderFacts
            order={order}
            more={[
              ...line("Confirmation sent to", email),
              ...line("Notes", notesOf(order)),
              ...receiptOf(order),
            ]}
          />
        </Card>
        {hasTakenIn ? (
          <Card className="lg:col-start-1">
            <TakenIn orderId={order.order_id} photos={photos} hasReceipt={hasReceipt} level={2} />
          </Card>
        ) : null}
        <Card className={hasOffers ? "lg:col-start-1" : second}>
          <CardHeader title="What happens next" />
          <NextSteps isShippingTold />
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

function line(name: string, value: ReactNode): [string, ReactNode][] {
  return value ? [[name, value]] : [];
}

function notesOf({ notes }: ConfirmedOrder): ReactNode {
  return notes ? <span className="whitespace-pre-line">{notes}</span> : null;
}

function receiptOf({ receipt_url: url }: ConfirmedOrder): [string, ReactNode][] {
  const receipt = url ? (
    <a key="receipt" className="link" href={url} rel="noreferrer" target="_blank">
      View receipt
    </a>
  ) : null;
  return line("Receipt", receipt);
}
