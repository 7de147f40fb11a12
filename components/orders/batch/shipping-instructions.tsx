import { LazyCopyButton } from "@/components/orders/batch/lazy-parts";
import { NoPrinter } from "@/components/orders/no-printer";
import { buttonStyle } from "@/components/ui/button-link";
import { receivingLines } from "@/lib/base/receiving-address";

type ShippingInstructionsProps = {
  /** Null before the batch exists. */
  batchId: string | null;
  /** The label's page or button is directly above and already explains that the label isn't postage. */
  hasLabelAbove?: boolean;
};

export function ShippingInstructions({ batchId, hasLabelAbove }: ShippingInstructionsProps) {
  return (
    <div className="space-y-4">
      <ol className="list-decimal space-y-3 pl-5 marker:font-medium marker:text-text-muted">
        <li>Put each card in a sleeve, then a semi-rigid holder or top loader. Band the holders together.</li>
        <li>Put the packing slip inside, on top.</li>
        <li>Tape the box label to the outside.{hasLabelAbove ? null : " Box label. Not postage."}</li>
        <li>
          Buy tracked, insured postage and ship to:
          <div className="mt-2">
            <ReceivingAddress />
          </div>
        </li>
      </ol>
      <NoPrinter batchId={batchId} />
    </div>
  );
}

type ShipToProps = {
  print: { href: string; label: string };
  level: 2 | 3;
};

export function ShipTo({ print, level }: ShipToProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="space-y-4">
      <Heading className="sr-only">Ship your cards</Heading>
      <div className="space-y-2">
        <a className={buttonStyle({ block: true })} href={print.href}>
          {print.label}
        </a>
        <p className="text-center text-sm text-text-muted">Box label. Not postage.</p>
      </div>
      <div className="space-y-2">
        <p>Buy tracked, insured postage and ship to:</p>
        <ReceivingAddress />
      </div>
    </section>
  );
}

export function ReceivingAddress() {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 rounded-lg bg-surface-sunken px-4 py-3">
      <address className="not-italic whitespace-pre-line" translate="no">
        {receivingLines.join("\n")}
      </address>
      <LazyCopyButton text={receivingLines.join("\n")} label="Copy address" />
    </div>
  );
}
