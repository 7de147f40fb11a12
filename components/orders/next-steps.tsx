import { PUBLISHED_TURNAROUND } from "@/lib/base/turnaround";

const SHIPPING = "You ship us your package.";

/** Shows what happens after the payment. `first` is the step before arrival, or null if it is already shown. */
export function NextSteps({ first = SHIPPING }: { first?: string | null }) {
  return (
    <ol className="list-decimal space-y-2 pl-5 text-text-muted marker:font-medium">
      {first === null ? null : <li>{first}</li>}
      <li>We count your cards and email you.</li>
      <li>
        You get your graded cards back about{" "}
        <span className="whitespace-nowrap">{PUBLISHED_TURNAROUND.weeks}</span> ({PUBLISHED_TURNAROUND.days})
        after check-in.
      </li>
    </ol>
  );
}
