import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { cardCount } from "@/lib/base/messages";
import { confirmationPath } from "@/lib/base/paths";
import { type PendingBatch, readPendingPayment } from "@/lib/orders/checkout/pending-batch";

type PendingBatchNoticeProps = {
  batch: PendingBatch;
  isClosed: boolean;
  isFilledIn: boolean;
  /** The customer came back from the payment page by its Back link, so nothing was charged. */
  hasLeft: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Offers to restore, check or discard a batch that was started in this tab and whose payment is unknown. */
export function PendingBatchNotice(props: PendingBatchNoticeProps) {
  const { batch, isClosed, isFilledIn, hasLeft, onRestore, onDiscard } = props;
  const payment = readPendingPayment();
  return (
    <Alert
      tone="info"
      title={`You have an unpaid batch of ${cardCount(batch.numCards)}`}
      action={
        <div className="flex flex-wrap gap-2">
          {isFilledIn ? null : (
            <Button variant="secondary" size="sm" onClick={onRestore}>
              Restore
            </Button>
          )}
          {payment && !isClosed && !(isFilledIn && hasLeft) ? (
            <ButtonLink variant="secondary" size="sm" href={confirmationPath(payment)}>
              I already paid
            </ButtonLink>
          ) : null}
          <Button variant="quiet" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      }
    >
      {isFilledIn
        ? `${hasLeft ? "You haven't been charged. " : ""}Pay for it below, change the number to start over, or discard it.`
        : isClosed
          ? "The payment page has expired. Restore the batch to pay for it."
          : payment
            ? "Restore it to pay. If you already paid, don't pay again."
            : "This batch wasn't submitted. Restore it to try again."}
    </Alert>
  );
}
