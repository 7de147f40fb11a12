"use client";

import { BatchId } from "@/components/orders/batch-id";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { submitMessages } from "@/lib/base/submit-messages";
import { cardCount } from "@/lib/base/words";
import { type PendingBatch, readPendingPayment } from "@/lib/orders/checkout/pending-batch";

type PendingBatchNoticeProps = {
  batch: PendingBatch;
  /** The server says that its payment page has closed for good. */
  isClosed: boolean;
  /** It stands in the form again, as it was sent. */
  isFilledIn: boolean;
  /** The person came back by the payment page's own way out: nothing was charged there. */
  hasLeft: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

const CLOSED = "is closed, and so is its payment page. Restoring it starts a new batch.";
const SENT =
  "went to the payment page. If you have paid, do not restore it. Restoring leads back to that page while it is open, and to a new payment once it has closed.";

/** Offers to restore, check or forget a batch that this tab started and hasn't heard of since. */
export function PendingBatchNotice(props: PendingBatchNoticeProps) {
  const { batch, isClosed, isFilledIn, hasLeft, onRestore, onDiscard } = props;
  const payment = readPendingPayment();
  return (
    <Alert
      tone="info"
      title={`You started a batch of ${cardCount(batch.numCards)}`}
      action={
        <div className="flex flex-wrap gap-2">
          {isFilledIn ? null : (
            <Button variant="secondary" size="sm" onClick={onRestore}>
              Restore
            </Button>
          )}
          {payment && !isClosed && !(isFilledIn && hasLeft) ? (
            <ButtonLink variant="secondary" size="sm" href={confirmationPath(payment)}>
              I have paid it
            </ButtonLink>
          ) : null}
          <Button variant="quiet" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      }
    >
      {isFilledIn ? (
        <>
          {hasLeft ? "Nothing was charged. " : null}
          <BatchId name={batch.batchId} /> stands below as you sent it. {submitMessages.replaces}
          {hasLeft ? null : " If you have paid, do not pay again."}
        </>
      ) : payment || isClosed ? (
        <>
          <BatchId name={batch.batchId} /> {isClosed ? CLOSED : SENT}
        </>
      ) : (
        "It was not sent. Restore it to try again."
      )}
    </Alert>
  );
}
