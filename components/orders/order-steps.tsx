import { TimelineSteps } from "@/components/orders/timeline-steps";
import { Time } from "@/components/ui/time";
import { timeAgo } from "@/lib/base/time-ago";
import { byWhomWords, type NextStep } from "@/lib/orders/brief-timeline";
import type { Timeline } from "@/lib/orders/timeline";

type OrderStepsProps = {
  timeline: Timeline;
  /** Null: nothing comes next. */
  next: NextStep | null;
  /** When the rows were read, in milliseconds since 1970. */
  readAt: number;
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

/** Shows what comes next for a batch, and its eight steps with their dates. */
export function OrderSteps({ timeline: { steps, updatedAt }, next, readAt, level }: OrderStepsProps) {
  const Heading = `h${level}` as const;
  const byWhom = next && byWhomWords(next);
  return (
    <section className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading className="text-lg font-semibold">Where it is</Heading>
        {updatedAt ? (
          <p className="text-sm text-text-muted">Last update {timeAgo(updatedAt, new Date(readAt))}</p>
        ) : null}
      </div>
      {next ? (
        <p>
          <span className="font-medium">Next: {next.what}</span>
          {byWhom ? <span className="text-text-muted"> {byWhom}</span> : null}
        </p>
      ) : null}
      <TimelineSteps steps={steps} dateOf={(at) => <Time show="local" at={at} />} />
    </section>
  );
}
