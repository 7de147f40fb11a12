import { BatchQr } from "@/components/orders/print/batch-codes";
import { PrintFrame } from "@/components/orders/print/print-frame";
import { SlabLabel } from "@/components/orders/slab-label";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { Picture } from "@/components/ui/picture";
import { paths } from "@/lib/base/paths";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder } from "@/lib/orders/order";
import { photoAlt, photoPath } from "@/lib/orders/photo";
import { type ReceivedBatch, receiptFacts } from "@/lib/orders/photos/receipt";
import type { PrintQuery } from "@/lib/orders/print/schema";
import type { Photo } from "@/lib/orders/schema";

type ReceiptPrintProps = {
  receipt: ReceivedBatch &
    Pick<PrintedOrder, "id" | "batch_id" | "title" | "submitted_at"> & { photos: Photo[]; readAt: number };
  query: PrintQuery;
};

/** Names only the person who counted, by first name. */
export function ReceiptPrint({ receipt, query }: ReceiptPrintProps) {
  const batchId = displayBatchId(receipt);
  const { photos } = receipt;
  const hasSlip = receipt.payment_status === "paid" && !query.track;
  const proof = { order: receipt.id, link: query.link, track: query.track };
  return (
    <PrintFrame
      title="Custody receipt"
      batchId={batchId}
      description="Keep it until your cards are back."
      path={paths.receipt(receipt.id)}
      query={query}
      other={hasSlip ? { path: paths.slip(receipt.id), label: "Packing slip" } : undefined}
    >
      <section className={`print-sheet print-${query.size}`} aria-label="Custody receipt">
        <div className="print-slip">
          <div className="print-row">
            <div className="min-w-0 flex-1">
              <SlabLabel
                size="large"
                title={batchTitle(receipt, receipt.readAt)}
                code={batchId}
                figure={receipt.received_count}
                corner="Custody receipt"
              />
            </div>
            <BatchQr batchId={batchId} />
          </div>
          <dl className="print-facts">
            {receiptFacts(receipt, receipt.readAt).map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {photos.length > 0 ? (
            <ul className="print-photos" aria-label="Photos">
              {photos.map((photo, index) => (
                <li key={photo.id}>
                  <Picture
                    isPrinted
                    src={photoPath(photo.id, "full", proof)}
                    alt={photoAlt(photo, index, photos.length)}
                  />
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </section>
    </PrintFrame>
  );
}

/** Shown until the cards are counted. `back` is the batch's page, or for a guest the form that emails its link. */
export function NoReceiptYet({ back }: { back: string }) {
  return (
    <MessagePage
      tone="info"
      title="No receipt yet"
      text="You'll find it here once we've counted your cards."
      actions={
        <ButtonLink href={back}>
          {back === paths.findBatch ? "Email me the link" : "Open this batch"}
        </ButtonLink>
      }
    />
  );
}
