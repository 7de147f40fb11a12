"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { cardCount } from "@/lib/base/words";
import { type PendingBatch, readPendingPayment } from "@/lib/orders/checkout/pending-batch";

type PendingBatchNoticeProps = {
  batch: PendingBatch;
  /** The server says that its payment page has closed for good. */
  isClosed: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

/**
 * Shows above the submit form a batch that this tab started and has not heard of since: it can be put back into the
 * form, asked about as paid, or forgotten.
 */
export function PendingBatchNotice({ batch, isClosed, onRestore, onDiscard }: PendingBatchNoticeProps) {
  const payment = readPendingPayment();
  return (
    <Alert
      tone="info"
      title={`You started a batch of ${cardCount(batch.numCards)}`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onRestore}>
            Restore
          </Button>
          {payment && !isClosed ? (
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
      {payment || isClosed ? sentText(batch.batchId, isClosed) : "It was not sent. Restore it to try again."}
    </Alert>
  );
}

function sentText(batchId: string, isClosed: boolean): string {
  return isClosed
    ? `${batchId} is closed, and so is its payment page. Restoring it starts a new batch.`
    : `${batchId} went to the payment page. If you have paid, do not restore it. Restoring leads back to that page while it is open, and to a new payment once it has closed.`;
}
