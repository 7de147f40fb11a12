import { TimelineSteps } from "@/components/orders/timeline-steps";
import { Time } from "@/components/ui/time";
import { timeAgo } from "@/lib/base/time-ago";
import { byWhomWords, type NextStep } from "@/lib/orders/brief-timeline";
import type { Timeline, TimelineEntry } from "@/lib/orders/timeline";

type OrderTimelineProps = {
  timeline: Timeline;
  /** Null: nothing comes next. */
  next: NextStep | null;
  /** When the rows were read, in milliseconds since 1970. */
  readAt: number;
  /** Level of the headings, below that of the page or drawer. */
  level: 2 | 3;
};

/**
 * Shows where a batch is, to its owner and to the holder of its tracking link: what comes next and who does it, its eight
 * steps with their dates, then all that happened. A batch without entries says that the payment will be the first.
 */
export function OrderTimeline({ timeline, next, readAt, level }: OrderTimelineProps) {
  const Heading = `h${level}` as const;
  const { steps, entries, updatedAt } = timeline;
  return (
    <div className="space-y-8">
      <section className="space-y-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Heading className="text-lg font-semibold">Where it is</Heading>
          {updatedAt ? (
            <p className="text-sm text-text-muted">Last update {timeAgo(updatedAt, new Date(readAt))}</p>
          ) : null}
        </div>
        {next ? (
          <p>
            <span className="font-medium">Next: {next.what}</span>{" "}
            <span className="text-text-muted">{byWhomWords(next)}</span>
          </p>
        ) : null}
        <TimelineSteps steps={steps} dateOf={(at) => <Time show="local" at={at} />} />
      </section>
      <section className="space-y-4">
        <Heading className="text-lg font-semibold">History</Heading>
        {entries.length > 0 ? (
          <ol className="divide-y divide-border">
            {entries.map((entry) => (
              <Entry key={`${entry.at} ${entry.title}`} entry={entry} />
            ))}
          </ol>
        ) : (
          <p className="text-sm text-text-muted">Nothing yet. The payment will be the first entry.</p>
        )}
      </section>
    </div>
  );
}

function Entry({ entry: { title, who, message, at } }: { entry: TimelineEntry }) {
  return (
    <li className="space-y-1 py-3 text-sm first:pt-0 last:pb-0">
      <p className="font-medium wrap-anywhere">{title}</p>
      {message ? <p className="wrap-anywhere whitespace-pre-line">{message}</p> : null}
      <p className="text-text-muted">
        <Time show="local" at={at} />
        {who ? `, by ${who}` : null}
      </p>
    </li>
  );
}
