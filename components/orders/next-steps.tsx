const SHIPPING = "Pack your cards and send them with the batch ID on the package.";

const STEPS = [
  "We count your cards when the package arrives, check them in and write to you.",
  "Your graded cards are back in about 2-3 weeks (10-15 business days), counted from check-in.",
  "They travel back to the return address of this batch, with a tracking number.",
];

/** Shows what happens after the payment. `first`: what comes before arrival; null if that's already shown. */
export function NextSteps({ first = SHIPPING }: { first?: string | null }) {
  return (
    <ol className="list-decimal space-y-2.5 pl-5 text-text-muted marker:font-medium">
      {(first === null ? STEPS : [first, ...STEPS]).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
