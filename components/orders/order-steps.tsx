import { TimelineSteps } from "@/components/orders/timeline-steps";
import { Time } from "@/components/ui/time";
import type { NextStep } from "@/lib/orders/brief-timeline";
import type { TimelineStep } from "@/lib/orders/timeline";

type OrderStepsProps = {
  steps: TimelineStep[];
  /** Null: nothing comes next. */
  next: NextStep | null;
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

/** Shows the timeline of a batch, and what comes next. */
export function OrderSteps({ steps, next, level }: OrderStepsProps) {
  const Heading = `h${level}` as const;
  const hasNow = steps.some(({ state }) => state === "now");
  return (
    <section className="space-y-4">
      <Heading className="sr-only">Progress</Heading>
      <TimelineSteps
        steps={steps}
        dateOf={(at) => <Time show="local-date" at={at} />}
        next={next ? `Next: ${next.what}` : undefined}
      />
      {next && !hasNow ? <p>Next: {next.what}</p> : null}
    </section>
  );
}
