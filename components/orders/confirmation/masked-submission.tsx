import { OrderFacts } from "@/components/orders/confirmation/order-facts";
import { ClearPendingBatch } from "@/components/orders/confirmation/pending-payment";
import { ConfirmationLinks } from "@/components/orders/confirmation/what-next";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";

type MaskedSubmissionProps = {
  order: ConfirmedOrder;
  isSignedIn: boolean;
  /** It was canceled after it was paid. */
  isCanceled: boolean;
};

/**
 * Shows a paid batch to who has the link of its confirmation and no more: what was bought, and where its owner finds the rest.
 * Nobody is told to ship a batch that may not be theirs.
 */
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
