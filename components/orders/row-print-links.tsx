import { Mark } from "@/components/ui/mark";
import { batchPaths } from "@/lib/base/batch-paths";

/** Shows links to a batch's label and packing slip as two small words below its ID, in the rows of the dashboard. */
export function RowPrintLinks({ orderId, batchId }: { orderId: string; batchId: string }) {
  const ofBatch = <span className="sr-only">{` of ${batchId}`}</span>;
  return (
    <span className="row-links">
      <a href={batchPaths.label(orderId)}>
        <Mark name="tag" className="size-3.5" />
        <span>Print label{ofBatch}</span>
      </a>
      <a href={batchPaths.slip(orderId)}>
        <Mark name="file-text" className="size-3.5" />
        <span>Print slip{ofBatch}</span>
      </a>
    </span>
  );
}
