import { site } from "@/lib/site";

type ShippingInstructionsProps = {
  batchId: string;
  /** What the note inside must say; the e-mail is left out where it is not known or not shown. */
  email?: string | null;
  total?: string;
};

/** Where to send the cards, what to write outside, what to put inside. */
export function ShippingInstructions({ batchId, email, total }: ShippingInstructionsProps) {
  const { receivingAddress: to } = site;
  return (
    <ol className="list-decimal space-y-5 pl-5 marker:font-medium marker:text-text-muted">
      <li>
        <p className="font-medium">Send your cards to</p>
        <address className="mt-1 not-italic text-text-muted">
          {to.name}
          <br />
          {to.line1}
          <br />
          {to.city}, {to.state} {to.postalCode}, {to.country}
        </address>
      </li>
      <li>
        <p className="font-medium">Label the outside of the package with the batch ID</p>
        <p className="mt-1 font-semibold tracking-wide whitespace-nowrap tabular-nums max-sm:tracking-normal">
          {batchId}
        </p>
      </li>
      <li>
        <p className="font-medium">Put a note inside the package</p>
        <p className="mt-1 text-text-muted">
          Your full name, your e-mail{email ? ` (${email})` : ""}, the batch ID, and the total paid
          {total ? ` (${total})` : ""}.
        </p>
      </li>
    </ol>
  );
}
