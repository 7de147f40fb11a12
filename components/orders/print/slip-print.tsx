import { BatchBars, BatchQr } from "@/components/orders/print/batch-codes";
import { PrintFrame } from "@/components/orders/print/print-frame";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder } from "@/lib/orders/order";
import { type PaperSize, type SlipFacts, slipFacts } from "@/lib/orders/print/print";
import type { PrintQuery } from "@/lib/orders/print/schema";

const CHECKLIST = [
  "Every card is in a sleeve, inside a semi-rigid holder or top loader",
  "The holders are banded together and can't move in the box",
  "This slip is inside and the label is outside",
  "Every seam of the box is taped shut",
];

export function SlipPrint({ order, query }: { order: PrintedOrder; query: PrintQuery }) {
  return (
    <PrintFrame
      title="Packing slip"
      batchId={displayBatchId(order)}
      description="Put it inside the package, on top."
      path={paths.slip(order.id)}
      query={query}
      other={{ path: paths.label(order.id), label: "Box label" }}
    >
      <SlipSheet order={order} size={query.size} />
    </PrintFrame>
  );
}

export function SlipSheet({ order, size }: { order: PrintedOrder; size: PaperSize }) {
  const facts = slipFacts(order);
  const lines: [string, string | null][] = [
    ["Full name", facts.fullName],
    ["Email", facts.email],
    ["Batch ID", facts.batchId],
    ["Total paid", facts.totalPaid],
    ["Cards", facts.cards],
  ];
  return (
    <section className={`print-sheet print-${size}`} aria-label="Packing slip">
      <div className="print-slip">
        <div>
          <div className="print-row justify-between">
            <div className="min-w-0">
              <h2>Packing slip</h2>
              <p>
                For <span translate="no">{site.name}</span>, inside the package
              </p>
            </div>
            <BatchQr batchId={facts.batchId} />
          </div>
          <BatchBars batchId={facts.batchId} />
        </div>
        <dl className="print-facts" translate="no">
          {lines.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value ?? <Blank />}</dd>
            </div>
          ))}
        </dl>
        <div className="print-columns">
          <ReturnAddressBlock facts={facts} />
          <div>
            <h3>My count</h3>
            <p>
              I counted <span className="print-count" /> cards
            </p>
          </div>
        </div>
        <div>
          <h3>Before you close the box</h3>
          <ul className="print-checks">
            {CHECKLIST.map((item) => (
              <li key={item}>
                <span className="print-box" />
                <span>{item}</span>
              </li>
            ))}
          </ul>
        </div>
        {facts.notes ? (
          <div className="print-notes">
            <h3>Notes</h3>
            <p className="whitespace-pre-line">{facts.notes}</p>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function ReturnAddressBlock({ facts }: { facts: SlipFacts }) {
  return (
    <div>
      <h3>Return address</h3>
      {facts.returnAddress.length > 0 ? (
        <address className="not-italic" translate="no">
          {facts.fullName ? <div>{facts.fullName}</div> : null}
          {facts.returnAddress.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      ) : (
        <p>
          <Blank />
          <Blank />
          <Blank />
        </p>
      )}
    </div>
  );
}

function Blank() {
  return (
    <>
      <span className="sr-only">write by hand</span>
      <span className="print-blank" />
    </>
  );
}
