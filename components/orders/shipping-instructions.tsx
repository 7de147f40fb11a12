import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { CopyButton } from "@/components/ui/copy-button";
import { receivingAddress } from "@/lib/base/receiving-address";
import { packingWords } from "@/lib/orders/words";

type ShippingInstructionsProps = {
  /** Null before there is a batch: it then says when the ID comes. */
  batchId: string | null;
  /** For the note inside; left out where it is not known. */
  email?: string | null;
  /** What was paid, as "$125.00", for the note inside. */
  total?: string;
  /** What can be printed for the outside and the inside, each in its step. */
  print?: { outside: ReactNode; inside: ReactNode };
};

/** Shows what to write on the package, what to put inside, and where to send it, in the order in which that is done. */
export function ShippingInstructions({ batchId, email, total, print }: ShippingInstructionsProps) {
  const to = receivingAddress;
  const lines = [to.name, to.line1, `${to.city}, ${to.state} ${to.postalCode}, ${to.country}`];
  return (
    <ol className="list-decimal space-y-5 pl-5 marker:font-medium marker:text-text-muted">
      <li>
        <p className="font-medium">Label the outside of the package with the batch ID</p>
        {batchId ? (
          <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
            <BatchId name={batchId} className="font-semibold tracking-wide max-sm:tracking-normal" />
            <CopyButton text={batchId} label="Copy batch ID" />
            {print?.outside}
          </div>
        ) : (
          <p className="mt-1 text-text-muted">
            You get it with your payment, and a label to print that says it all.
          </p>
        )}
      </li>
      <li>
        <p className="font-medium">Put a note inside the package</p>
        <p className="mt-1 text-text-muted">
          Your full name, your email{email ? ` (${email})` : ""}, the batch ID, and the total paid
          {total ? ` (${total})` : ""}.{print ? " The packing slip is that note." : null}
        </p>
        {print ? <div className="mt-2">{print.inside}</div> : null}
      </li>
      <li>
        <p className="font-medium">{packingWords.title}</p>
        <p className="mt-1 text-text-muted">{packingWords.text}</p>
      </li>
      <li>
        <p className="font-medium">Send your cards to</p>
        <address className="mt-1 not-italic text-text-muted" translate="no">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {batchId ? (
          <div className="mt-2">
            <CopyButton text={lines.join("\n")} label="Copy address" />
          </div>
        ) : null}
      </li>
    </ol>
  );
}
