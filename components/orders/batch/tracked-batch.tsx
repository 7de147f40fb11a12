import { BatchSections } from "@/components/orders/batch/batch-sections";
import { BatchSummary } from "@/components/orders/batch/batch-summary";
import { CancelBatch } from "@/components/orders/batch/lazy-parts";
import { SlabLabel } from "@/components/orders/slab-label";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";
import { Disclosure } from "@/components/ui/disclosure";
import { paths, signupAfterPaying, withQuery } from "@/lib/base/paths";
import { formatShortDate } from "@/lib/base/time";
import { batchTitle } from "@/lib/orders/batch-id";
import { cancellationOf, trackingLinkText } from "@/lib/orders/cancellation";
import { TRACKED } from "@/lib/orders/schema";
import type { TrackedBatch as LoadedBatch } from "@/lib/orders/tracking/loaders";

type TrackedBatchProps = {
  batch: LoadedBatch;
  token: string;
  paidId: string | null;
  /** Marks a sample batch. Replaces the actions of the link. */
  notice?: React.ReactNode;
};

/** Shows a batch to holders of its tracking link: no personal data, no address, amounts only for open decisions. */
export function TrackedBatch({ batch, token, paidId, notice }: TrackedBatchProps) {
  const { readAt } = batch;
  const cancellation = cancellationOf(batch, batch.cancel_cents, batch.cancel_mode, batch.cancel_refund);
  const print = { href: withQuery(paths.label(TRACKED), { track: token }), label: "Print box label" };
  const cancel =
    cancellation && cancellation.kind !== "canceled" ? (
      <CancelBatch orderId={TRACKED} cancellation={cancellation} token={token} level={2} />
    ) : null;
  return (
    <main id="main" className="container-page max-w-2xl space-y-8 py-10 sm:py-14">
      {notice}
      <BatchSummary order={batch} readAt={readAt} level={1}>
        <SlabLabel
          size="large"
          title={batchTitle(batch, readAt)}
          code={batch.batch}
          figure={batch.num_cards}
          corner={formatShortDate(batch.submitted_at)}
        />
      </BatchSummary>
      <BatchSections
        order={batch}
        batch={batch}
        cancellation={cancellation}
        hasReceipt={batch.is_received}
        token={token}
        paidId={paidId}
        print={print}
        printAgain={
          <p>
            <a className={buttonStyle({ variant: "secondary", size: "sm" })} href={print.href}>
              {print.label}
            </a>
          </p>
        }
        facts={[]}
        level={2}
      />
      {cancellation?.kind === "asked" ? cancel : null}
      {notice ? null : (
        <p className="text-sm text-text-muted">
          {trackingLinkText(cancellation)}
          {cancellation && "cents" in cancellation
            ? " Refunds only go to the original payment method."
            : null}
        </p>
      )}
      {batch.cancel_cents === null ? null : (
        <p className="text-sm text-text-muted">
          <a className="link" href={signupAfterPaying(batch.num_cards)}>
            Create an account
          </a>{" "}
          with the email you paid with to keep your batches together.
        </p>
      )}
      {cancel && cancellation?.kind !== "asked" ? (
        <div className="border-b border-border">
          <Disclosure title="Cancel this batch">{cancel}</Disclosure>
        </div>
      ) : null}
    </main>
  );
}

export function SampleNotice() {
  return (
    <Alert
      tone="info"
      isOneLine
      action={
        <a className="link" href={paths.submitPayg}>
          Submit a batch
        </a>
      }
    >
      <b>Sample batch.</b> Yours will also have photos and a custody receipt, visible only to you and anyone
      with your link.
    </Alert>
  );
}
