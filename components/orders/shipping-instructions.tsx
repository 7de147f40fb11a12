import { ReceivingAddress } from "@/components/orders/ship-to";

type ShippingInstructionsProps = {
  /** Null before there is a batch. */
  batchId: string | null;
  /** The label's page or button stands right above, and says that it isn't postage. */
  hasLabelAbove?: boolean;
};

/** Shows how to pack and ship the cards, in order. People without a printer write the ID and a note. */
export function ShippingInstructions({ batchId, hasLabelAbove }: ShippingInstructionsProps) {
  return (
    <ol className="list-decimal space-y-3 pl-5 marker:font-medium marker:text-text-muted">
      <li>Put each card in a sleeve and a rigid holder, and band them together.</li>
      <li>
        Put the packing slip inside, on top. No printer? Write a note with your full name, email, batch ID and
        total paid.
      </li>
      <li>
        Tape the box label on the outside. {hasLabelAbove ? null : "Box label. Not postage. "}No printer?
        Write {batchId ? <strong translate="no">{batchId}</strong> : "the batch ID"} on the box.
      </li>
      <li>
        Buy tracked, insured postage to:
        <div className="mt-2">
          <ReceivingAddress />
        </div>
      </li>
    </ol>
  );
}
