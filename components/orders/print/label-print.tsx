import { NoPrinter } from "@/components/orders/no-printer";
import { BatchBars, BatchQr } from "@/components/orders/print/batch-codes";
import { PrintFrame } from "@/components/orders/print/print-frame";
import { SlipSheet } from "@/components/orders/print/slip-print";
import { BatchCode } from "@/components/orders/slab-label";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { paths } from "@/lib/base/paths";
import { receivingLines } from "@/lib/base/receiving-address";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder } from "@/lib/orders/order";
import { printedPackages } from "@/lib/orders/print/print";
import type { PrintQuery } from "@/lib/orders/print/schema";

/** The label looks like a carrier's, so both the page and the printed label say this. */
export const NOT_POSTAGE = "Box label. Not postage.";

type LabelPrintProps = {
  order: Pick<PrintedOrder, "id" | "batch_id">;
  query: PrintQuery;
  slip: PrintedOrder | null;
  back: string | null;
};

export function LabelPrint({ order, query, slip, back }: LabelPrintProps) {
  const batchId = displayBatchId(order);
  const printsSlip = slip !== null && query.with === "slip";
  return (
    <PrintFrame
      back={back}
      title={NOT_POSTAGE}
      batchId={batchId}
      description={`Tape it to the box.${printsSlip ? " The packing slip goes inside, on top." : ""}`}
      path={paths.label(order.id)}
      query={query}
      other={slip && !printsSlip ? { path: paths.slip(order.id), label: "Packing slip" } : undefined}
      // The label of a single package already shows the number of packages.
      hasPackages={query.only === undefined}
      aside={
        <Card className="space-y-3 py-5! sm:py-5!">
          <div className="text-sm">
            <NoPrinter batchId={null} />
          </div>
          <div className="flex flex-wrap items-end justify-between gap-4">
            <address className="text-sm not-italic" translate="no">
              <BatchCode code={batchId} />
              {receivingLines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
            <div className="flex flex-wrap gap-2">
              <CopyButton text={batchId} label="Copy batch ID" />
              <CopyButton text={receivingLines.join("\n")} label="Copy address" />
            </div>
          </div>
        </Card>
      }
    >
      {printedPackages(query).map((number) => (
        <div key={number} className={`print-sheet print-${query.size}`}>
          <div className={query.size === "4x6" ? undefined : "print-cut"}>
            <Label
              title={`Label ${number} of ${query.packages}`}
              batchId={batchId}
              number={number}
              of={query.packages}
            />
          </div>
        </div>
      ))}
      {printsSlip ? <SlipSheet order={slip} size={query.size} /> : null}
    </PrintFrame>
  );
}

type LabelProps = { title: string; batchId: string; number: number; of: number };

/** Shows the label of package `number` of `of`. It reveals neither the owner nor the contents. */
export function Label({ title, batchId, number, of }: LabelProps) {
  const [name, ...lines] = receivingLines;
  return (
    <section className="print-label" aria-label={title} translate="no">
      <p className="print-not-postage">{NOT_POSTAGE}</p>
      <div>
        <p className="print-caption">Ship to</p>
        <address className="print-address">
          {name}
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </div>
      <div className="print-rule">
        <p className="print-caption">Batch ID</p>
        <p className={`print-batch ${batchId.length > 20 ? "print-batch-long" : "whitespace-nowrap"}`}>
          {batchId}
        </p>
      </div>
      <BatchBars batchId={batchId} />
      <div className="print-row justify-between">
        <div>
          <p className="print-caption">Package</p>
          <p className="print-package">
            {number} of {of}
          </p>
        </div>
        <BatchQr batchId={batchId} />
      </div>
    </section>
  );
}
