import { BatchSections } from "@/components/orders/batch/batch-sections";
import { BatchSummary } from "@/components/orders/batch/batch-summary";
import { CancelBatch, LazyReturnAddress, LazyTrackingLinkPanel } from "@/components/orders/batch/lazy-parts";
import { BatchId } from "@/components/orders/batch-id";
import { BatchDrawer } from "@/components/orders/dashboard/batch-drawer";
import { LazyRenameBatch } from "@/components/orders/dashboard/lazy-parts";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { SlabLabel } from "@/components/orders/slab-label";
import { Alert } from "@/components/ui/alert";
import { formatCents, toCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { batchTitle } from "@/lib/orders/batch-id";
import { cancellationOf, trackingLinkText } from "@/lib/orders/cancellation";
import { hasReceipt } from "@/lib/orders/photos/receipt";
import type { OwnBatch as LoadedBatch } from "@/lib/orders/tracking/loaders";

type OwnBatchProps = { batchId: string; batch: LoadedBatch | null; paidId?: string | null };

export function OwnBatch({ batchId, batch, paidId = null }: OwnBatchProps) {
  if (!batch) {
    return (
      <BatchDrawer batchId={batchId} title={<BatchId name={batchId} />}>
        <Alert tone="warning" title="This batch isn't on your dashboard">
          Check the batch ID. Paid as a guest? Log in with the email address you paid with.
        </Alert>
      </BatchDrawer>
    );
  }
  const { order, trackingLink, readAt } = batch;
  const { address } = batch.return_shipment;
  const left = toCents(order.total_paid ?? 0) - order.refunded_cents;
  const cancellation = cancellationOf(order, left, batch.cancel_mode, batch.cancel_refund);
  const total = formatCents(toCents(order.total_paid ?? order.grading_fee));
  const facts: [string, React.ReactNode][] = [
    [
      order.payment_status === "paid" ? "Total paid" : "Total",
      order.receipt_url ? (
        <>
          {total} ·{" "}
          <a className="link" href={order.receipt_url} target="_blank" rel="noreferrer">
            Receipt
          </a>
        </>
      ) : (
        total
      ),
    ],
  ];
  if (order.refunded_cents > 0) facts.push(["Refunded", formatCents(order.refunded_cents)]);
  return (
    <BatchDrawer
      batchId={batchId}
      title={<SlabLabel size="row" title={batchTitle(order)} code={batchId} figure={order.num_cards} />}
    >
      <LazyRenameBatch orderId={order.id} title={order.title} />
      <BatchSummary order={order} readAt={readAt} level={3} />
      <BatchSections
        order={order}
        batch={batch}
        cancellation={cancellation}
        hasReceipt={hasReceipt(order)}
        token={null}
        paidId={paidId}
        print={{ href: paths.labelAndSlip(order.id), label: "Print box label and packing slip" }}
        printAgain={<OrderPrintLinks orderId={order.id} />}
        facts={facts}
        level={3}
      />
      {address ? <LazyReturnAddress orderId={order.id} address={address} /> : null}
      {trackingLink ? (
        <LazyTrackingLinkPanel orderId={order.id} link={trackingLink} about={trackingLinkText(null)} />
      ) : null}
      {cancellation && cancellation.kind !== "canceled" ? (
        <CancelBatch orderId={order.id} cancellation={cancellation} token={null} level={3} />
      ) : null}
    </BatchDrawer>
  );
}
