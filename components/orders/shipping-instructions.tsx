import { NoPrinter } from "@/components/orders/no-printer";
import { ReceivingAddress } from "@/components/orders/ship-to";

type ShippingInstructionsProps = {
  /** Null before there is a batch. */
  batchId: string | null;
  /** The label's page or button stands right above, and says that it isn't postage. */
  hasLabelAbove?: boolean;
};

/** Shows how to pack and ship the cards, in order, and what to write without a printer. */
export function ShippingInstructions({ batchId, hasLabelAbove }: ShippingInstructionsProps) {
  return (
    <div className="space-y-4">
      <ol className="list-decimal space-y-3 pl-5 marker:font-medium marker:text-text-muted">
        <li>Put each card in a sleeve and a semi-rigid holder or top loader, and band them together.</li>
        <li>Put the packing slip inside, on top.</li>
        <li>Tape the box label on the outside.{hasLabelAbove ? null : " Box label. Not postage."}</li>
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
