import { Label } from "@/components/orders/print/label-print";
import { Choice } from "@/components/orders/print/print-frame";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";
import { PrintButton } from "@/components/ui/print-button";
import { counted } from "@/lib/base/messages";
import { staffPaths } from "@/lib/base/staff-paths";
import { type PaperSize, paperSizes } from "@/lib/orders/print/print";
import { type LabelSheet, labelsHref } from "@/lib/staff/orders/label-sheet";

type LabelsPrintProps = { sheet: LabelSheet; asked: string[]; size: PaperSize };

/** Shows the labels of several orders, one per sheet, the tools to print them, and why some can't be printed. */
export function LabelsPrint({ sheet: { batchIds, refusals }, asked, size }: LabelsPrintProps) {
  return (
    <main id="main" className="print-stage container-page flex-1 space-y-8 py-10">
      <div className="print-screen space-y-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0 space-y-1">
            <h1 className="text-3xl font-semibold">Labels</h1>
            <p className="text-text-muted">
              {batchIds.length > 0
                ? `${counted(batchIds.length, "label")}, one per sheet.`
                : "Select orders in the list, then click “Print labels”."}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {batchIds.length > 0 ? (
              <>
                <nav aria-label="Paper size" className="flex gap-1">
                  {(Object.keys(paperSizes) as PaperSize[]).map((paper) => (
                    <Choice key={paper} href={`${labelsHref(asked)}&size=${paper}`} isChosen={paper === size}>
                      {paperSizes[paper]}
                    </Choice>
                  ))}
                </nav>
                <PrintButton />
              </>
            ) : null}
            <a className={buttonStyle({ variant: "secondary" })} href={staffPaths.orders}>
              Back to orders
            </a>
          </div>
        </div>
        {refusals.map((refusal) => (
          <Alert key={refusal} tone="warning" title={refusal} />
        ))}
      </div>
      <div>
        {batchIds.map((batchId) => (
          <div key={batchId} className={`print-sheet print-${size}`}>
            <div className={size === "4x6" ? undefined : "print-cut"}>
              <Label title={`Label for ${batchId}`} batchId={batchId} number={1} of={1} />
            </div>
          </div>
        ))}
      </div>
    </main>
  );
}
