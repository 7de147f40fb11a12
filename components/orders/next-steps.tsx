const SHIPPING = "Pack your cards and send them with the batch ID on the package.";

const STEPS = [
  "We count your cards when the package arrives, check them in and write to you.",
  "Your graded cards are back in about 2-3 weeks (10-15 business days), counted from check-in.",
  "They travel back to the return address of this batch, with a tracking number.",
];

/**
 * Shows what happens after a batch is paid, on the confirmation and beside the submit form. `isShippingTold`: how to ship it
 * stands above at length.
 */
export function NextSteps({ isShippingTold }: { isShippingTold?: boolean }) {
  return (
    <ol className="list-decimal space-y-2.5 pl-5 text-text-muted marker:font-medium">
      {(isShippingTold ? STEPS : [SHIPPING, ...STEPS]).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
