import { BatchId } from "@/components/orders/batch-id";
import { Choice } from "@/components/orders/print/print-frame";
import { buttonStyle } from "@/components/ui/button-link";
import { PrintButton } from "@/components/ui/print-button";
import { Time } from "@/components/ui/time";
import { cardCount } from "@/lib/base/messages";
import { withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { paperSizes } from "@/lib/orders/print/print";
import { manifestLines, type ShipmentPage, shipmentName } from "@/lib/staff/grader-shipments/grader-shipment";

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
    <main id="main" className="print-stage container-page flex-1 space-y-8 py-10">
      <div className="print-screen flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 space-y-1">
          <h1 className="text-3xl font-semibold">Manifest for {shipmentName(shipment.id)}</h1>
          <p className="text-text-muted">
            Put this in the box on top of the cards. It has no customer names.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <nav aria-label="Paper size" className="flex gap-1">
            {(["letter", "a4"] as const).map((paper) => (
              <Choice
                key={paper}
                href={withQuery(staffPaths.manifest(shipment.id), { size: paper })}
                isChosen={paper === size}
              >
                {paperSizes[paper]}
              </Choice>
            ))}
          </nav>
          <PrintButton />
          <a className={buttonStyle({ variant: "secondary" })} href={staffPaths.shipment(shipment.id)}>
            Back to shipment
          </a>
        </div>
      </div>
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
    </main>
  );
}
