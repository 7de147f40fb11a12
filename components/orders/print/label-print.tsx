import { cx } from "class-variance-authority";
import { BatchId } from "@/components/orders/batch-id";
import { BatchBars, BatchQr } from "@/components/orders/print/batch-codes";
import { PrintFrame } from "@/components/orders/print/print-frame";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { paths } from "@/lib/base/paths";
import { receivingAddress } from "@/lib/base/receiving-address";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder } from "@/lib/orders/order";
import { printedPackages } from "@/lib/orders/print/print";
import type { PrintQuery } from "@/lib/orders/print/schema";

type LabelPrintProps = {
  order: Pick<PrintedOrder, "id" | "batch_id">;
  query: PrintQuery;
  /** The packing slip opens to this visitor too. */
  hasSlip: boolean;
};

/**
 * Shows the label for the outside of a package, one sheet for each package, and the tools to print it. Whoever carries
 * it reads where it goes and the batch ID: no name, no worth, and nothing that says what is inside.
 */
export function LabelPrint({ order, query, hasSlip }: LabelPrintProps) {
  const batchId = displayBatchId(order);
  const isAlone = query.size === "4x6";
  const packages = printedPackages(query);
  return (
    <PrintFrame
      title="Package label"
      batchId={batchId}
      description={`Tape it to the outside of the package. "${receivingAddress.labelName}" is us: the label does not tell what is inside.`}
      path={paths.label(order.id)}
      query={query}
      other={hasSlip ? { path: paths.slip(order.id), label: "Packing slip" } : undefined}
      // Of one package alone it is known how many there are.
      hasPackages={query.only === undefined}
      aside={<ByHand batchId={batchId} />}
    >
      {packages.map((number) => (
        <div key={number} className={`print-sheet print-${query.size}`}>
          <div className={isAlone ? undefined : "print-cut"}>
            <Label
              title={`Label ${number} of ${query.packages}`}
              batchId={batchId}
              number={number}
              of={query.packages}
            />
          </div>
        </div>
      ))}
    </PrintFrame>
  );
}

type LabelProps = { title: string; batchId: string; number: number; of: number };

/** Shows what stands on one label, of package `number` of `of`; `title` names it to screen readers. */
export function Label({ title, batchId, number, of }: LabelProps) {
  const to = receivingAddress;
  return (
    <section className="print-label" aria-label={title} translate="no">
      <div>
        <p className="print-caption">Ship to</p>
        <address className="print-address">
          {to.labelName}
          <br />
          {to.line1}
          <br />
          {to.city}, {to.state} {to.postalCode}
          <br />
          {to.country}
        </address>
      </div>
      <div className="print-rule">
        <p className="print-caption">Batch ID</p>
        <p className={cx("print-batch", batchId.length > 20 ? "print-batch-long" : "whitespace-nowrap")}>
          {batchId}
        </p>
      </div>
      <BatchBars batchId={batchId} />
      <div className="print-row">
        <BatchQr batchId={batchId} />
        <div>
          <p className="print-caption">Package</p>
          <p className="print-package">
            {number} of {of}
          </p>
        </div>
      </div>
    </section>
  );
}

function ByHand({ batchId }: { batchId: string }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 py-5! sm:py-5!">
      <div className="min-w-0">
        <p className="text-sm text-text-muted">No printer? Write this on the outside of the package:</p>
        <BatchId
          name={batchId}
          className="font-semibold min-[22rem]:text-lg min-[26rem]:text-2xl min-[26rem]:tracking-wide"
        />
      </div>
      <CopyButton text={batchId} label="Copy batch ID" />
    </Card>
  );
}
