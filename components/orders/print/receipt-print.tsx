import { BatchQr } from "@/components/orders/print/batch-codes";
import { PrintFrame } from "@/components/orders/print/print-frame";
import { Picture } from "@/components/ui/picture";
import { formatBusinessDate } from "@/lib/base/business-date";
import { paths } from "@/lib/base/paths";
import { receivingAddress } from "@/lib/base/receiving-address";
import { site } from "@/lib/base/site";
import { displayBatchId } from "@/lib/orders/batch-id";
import { aboutNextWords, briefTimeline } from "@/lib/orders/brief-timeline";
import { photoAlt, photoPath } from "@/lib/orders/photo";
import { receiptFacts, type ToldBatch } from "@/lib/orders/photos/receipt";
import type { PrintQuery } from "@/lib/orders/print/schema";
import type { Photo } from "@/lib/orders/schema";

type ReceiptPrintProps = { receipt: ToldBatch & { photos: Photo[]; readAt: number }; query: PrintQuery };

/**
 * Shows what we have taken in of a batch, with the photographs that were taken of it, and the tools to print it. It names
 * nobody but the first name of who received it.
 */
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
          <div className="print-row justify-between">
            <div className="min-w-0">
              <h2>Custody receipt</h2>
              <p>
                {site.name}, {receivingAddress.city}, {receivingAddress.state}
              </p>
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
          <Story receipt={receipt} readAt={receipt.readAt} />
          {photos.length > 0 ? (
            <div>
              <h3>Photographs</h3>
              <ul className="print-photos">
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
            </div>
          ) : null}
        </div>
      </section>
    </PrintFrame>
  );
}

/** Shows what comes next and what happened last, as the timeline had it when the paper was printed. */
function Story({ receipt, readAt }: { receipt: ToldBatch; readAt: number }) {
  const { entries, next } = briefTimeline(receipt, receipt.events, readAt);
  return (
    <div>
      <h3>{next ? "What comes next, and the history" : "History"}</h3>
      <ul>
        {next ? (
          <li>
            Next: {next.what} {aboutNextWords(next)}
          </li>
        ) : null}
        {entries.map(({ title, at }) => (
          <li key={`${at} ${title}`}>
            {formatBusinessDate(at)}: {title}
          </li>
        ))}
      </ul>
    </div>
  );
}
