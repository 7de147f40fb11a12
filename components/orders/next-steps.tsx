const SHIPPING = "You ship us your cards.";

const STEPS = [
  "We count them and email you.",
  "Graded cards ship back in about 2-3 weeks (10-15 business days) after check-in.",
];

/** Shows what happens after the payment. `first`: what comes before arrival; null if that's already shown. */
export function NextSteps({ first = SHIPPING }: { first?: string | null }) {
  return (
    <ol className="list-decimal space-y-2 pl-5 text-text-muted marker:font-medium">
      {(first === null ? STEPS : [first, ...STEPS]).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
