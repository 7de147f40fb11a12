import { cx } from "class-variance-authority";
import { Mark } from "@/components/ui/mark";
import { Time } from "@/components/ui/time";
import { type Timeline, type TimelineEntry, type TimelineStep, timeSince } from "@/lib/orders/timeline";

type OrderTimelineProps = {
  timeline: Timeline;
  /** When the rows were read, in milliseconds since 1970. */
  readAt: number;
  /** Level of the headings, below that of the page or drawer. */
  level: 2 | 3;
};

/**
 * Shows where a batch is, to its owner and to the holder of its tracking link: its eight steps with their dates, then
 * all that happened. A batch without entries says that the payment will be the first.
 */
export function OrderTimeline({ timeline, readAt, level }: OrderTimelineProps) {
  const Heading = `h${level}` as const;
  const { steps, entries, updatedAt } = timeline;
  return (
    <div className="space-y-8">
      <section className="space-y-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Heading className="text-lg font-semibold">Where it is</Heading>
          {updatedAt ? (
            <p className="text-sm text-text-muted">Last update {timeSince(updatedAt, readAt)}</p>
          ) : null}
        </div>
        <ol>
          {steps.map((step, index) => (
            <Step key={step.status} step={step} isLast={index === steps.length - 1} />
          ))}
        </ol>
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

const STATE = { done: "Done", now: "Now", next: "Ahead" } as const;

function Step({ step, isLast }: { step: TimelineStep; isLast: boolean }) {
  const { label, at, meaning, next, typical } = step;
  const isNow = step.state === "now";
  // Nothing comes after the last step: who is there has arrived.
  const state = isNow && isLast ? "done" : step.state;
  return (
    <li className="relative flex gap-4 pb-5 last:pb-0" aria-current={isNow ? "step" : undefined}>
      {isLast ? null : (
        <span
          aria-hidden="true"
          className={cx(
            "absolute top-6 bottom-0 left-3 w-px -translate-x-1/2",
            state === "done" ? "bg-accent" : "bg-border",
          )}
        />
      )}
      <StepMark state={state} />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="items-baseline justify-between gap-x-4 sm:flex">
          <p className={state === "next" ? "text-text-muted" : "font-medium"}>
            <span className="sr-only">{STATE[state]}: </span>
            {label}
          </p>
          {at ? (
            <p className="text-sm text-text-muted">
              <Time show="local" at={at} />
            </p>
          ) : null}
        </div>
        {isNow ? (
          <div className="space-y-1 text-sm text-text-muted">
            <p>{meaning}</p>
            {next ? <p>Next: {next}</p> : null}
            {typical ? <p>{typical}</p> : null}
          </div>
        ) : null}
      </div>
    </li>
  );
}

function StepMark({ state }: { state: TimelineStep["state"] }) {
  const base =
    "relative z-10 grid size-6 shrink-0 place-items-center rounded-full border forced-color-adjust-none";
  if (state === "done") {
    return (
      <span aria-hidden="true" className={cx(base, "border-accent bg-accent text-accent-contrast")}>
        <Mark name="check" className="size-3.5" />
      </span>
    );
  }
  const isNow = state === "now";
  return (
    <span
      aria-hidden="true"
      className={cx(base, "bg-surface-raised", isNow ? "border-2 border-accent" : "border-border-strong")}
    >
      {isNow ? <span className="size-2.5 rounded-full bg-accent" /> : null}
    </span>
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
