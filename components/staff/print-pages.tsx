import { BatchId } from "@/components/orders/batch-id";
import { Label } from "@/components/orders/print/label-print";
import { Choice } from "@/components/orders/print/print-frame";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";
import { PrintButton } from "@/components/ui/print-button";
import { Time } from "@/components/ui/time";
import { cardCount, counted } from "@/lib/base/messages";
import { withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { type PaperSize, paperSizes } from "@/lib/orders/print/print";
import { manifestLines, type ShipmentPage, shipmentName } from "@/lib/staff/grader-shipments/grader-shipment";
import { type LabelSheet, labelsHref } from "@/lib/staff/orders/label-sheet";

type PrintPageProps = {
  title: string;
  lead: string;
  /** The paper sizes to choose from; none if there is nothing to print. */
  papers: PaperSize[];
  size: PaperSize;
  hrefOf: (paper: PaperSize) => string;
  back: { href: string; label: string };
  refusals?: string[];
  children: React.ReactNode;
};

function PrintPage(props: PrintPageProps) {
  const { title, lead, papers, size, hrefOf, back, refusals = [], children } = props;
  return (
    <main id="main" className="print-stage container-page flex-1 space-y-8 py-10">
      <div className="print-screen space-y-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0 space-y-1">
            <h1 className="text-3xl font-semibold">{title}</h1>
            <p className="text-text-muted">{lead}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {papers.length > 0 ? (
              <>
                <nav aria-label="Paper size" className="flex gap-1">
                  {papers.map((paper) => (
                    <Choice key={paper} href={hrefOf(paper)} isChosen={paper === size}>
                      {paperSizes[paper]}
                    </Choice>
                  ))}
                </nav>
                <PrintButton />
              </>
            ) : null}
            <a className={buttonStyle({ variant: "secondary" })} href={back.href}>
              {back.label}
            </a>
          </div>
        </div>
        {refusals.map((refusal) => (
          <Alert key={refusal} tone="warning" title={refusal} />
        ))}
      </div>
      {children}
    </main>
  );
}

type LabelsPrintProps = { sheet: LabelSheet; asked: string[]; size: PaperSize };

export function LabelsPrint({ sheet: { batchIds, refusals }, asked, size }: LabelsPrintProps) {
  const hasLabels = batchIds.length > 0;
  return (
    <PrintPage
      title="Labels"
      lead={
        hasLabels
          ? `${counted(batchIds.length, "label")}, one per sheet.`
          : "Select orders in the list, then click “Print labels”."
      }
      papers={hasLabels ? (Object.keys(paperSizes) as PaperSize[]) : []}
      size={size}
      hrefOf={(paper) => `${labelsHref(asked)}&size=${paper}`}
      back={{ href: staffPaths.orders, label: "Back to orders" }}
      refusals={refusals}
    >
      <div>
        {batchIds.map((batchId) => (
          <div key={batchId} className={`print-sheet print-${size}`}>
            <div className={size === "4x6" ? undefined : "print-cut"}>
              <Label title={`Label for ${batchId}`} batchId={batchId} number={1} of={1} />
            </div>
          </div>
        ))}
      </div>
    </PrintPage>
  );
}

type ManifestPrintProps = { page: ShipmentPage; size: "letter" | "a4" };

/** Shows the packing list of a shipment, without customers, and the tools to print it. */
export function ManifestPrint({ page: { shipment, members }, size }: ManifestPrintProps) {
  const facts: [string, React.ReactNode][] = [
    ["Submission number", shipment.submission_number ?? "–"],
    ["Shipment", shipment.id],
    ["Batches", shipment.batches.toLocaleString("en-US")],
    ["Cards", cardCount(shipment.declared_cards ?? shipment.cards)],
  ];
  if (shipment.shipped_at)
    facts.push(["Sent", <Time key="sent" at={shipment.shipped_at} show="long-date" />]);
  return (
    <PrintPage
      title={`Manifest for ${shipmentName(shipment.id)}`}
      lead="Put this in the box on top of the cards. It has no customer names."
      papers={["letter", "a4"]}
      size={size}
      hrefOf={(paper) => withQuery(staffPaths.manifest(shipment.id), { size: paper })}
      back={{ href: staffPaths.shipment(shipment.id), label: "Back to shipment" }}
    >
      <section className={`print-sheet print-${size}`} aria-label="Manifest">
        <h2 className="text-[1.5em] leading-tight font-bold">Manifest</h2>
        <p>
          From {site.name} to {shipment.grader}
        </p>
        <dl className="print-facts my-[1em]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-current">
              <th scope="col">No.</th>
              <th scope="col">Batch ID</th>
              <th scope="col" className="text-right">
                Cards
              </th>
              <th scope="col" className="text-right">
                Checked
              </th>
            </tr>
          </thead>
          <tbody>
            {manifestLines(members).map(({ place, batch, cards }) => (
              <tr key={batch} className="break-inside-avoid">
                <td className="tabular-nums">{place}</td>
                <th scope="row">
                  <BatchId name={batch} />
                </th>
                <td className="text-right tabular-nums">{cards.toLocaleString("en-US")}</td>
                <td className="text-right">
                  <span className="print-box" />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t border-current font-bold">
              <td />
              <td>Total counted</td>
              <td className="text-right tabular-nums">{shipment.cards.toLocaleString("en-US")}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </section>
    </PrintPage>
  );
}
