import type { ReactNode } from "react";
import type { TimelineStep } from "@/lib/orders/timeline";

type TimelineStepsProps = {
  steps: TimelineStep[];
  /** Shows when a step was reached. */
  dateOf: (at: string) => ReactNode;
  /** Leaves out what the present step means. */
  isBrief?: boolean;
};

const STATE = { done: "Done", now: "Now", next: "Ahead", skipped: "Passed over" } as const;

/** Shows the steps of a batch one below the other: reached, the present one, and those ahead. Its looks: app/base.css. */
export function TimelineSteps({ steps, dateOf, isBrief }: TimelineStepsProps) {
  return (
    <ol className="step-list">
      {steps.map((step, index) => (
        <Step
          key={step.status}
          step={step}
          isLast={index === steps.length - 1}
          dateOf={dateOf}
          isBrief={isBrief}
        />
      ))}
    </ol>
  );
}

type StepProps = Omit<TimelineStepsProps, "steps"> & { step: TimelineStep; isLast: boolean };

function Step({ step, isLast, dateOf, isBrief }: StepProps) {
  const { label, at, meaning, typical } = step;
  const isNow = step.state === "now";
  // Nothing comes after the last step: who is there has arrived.
  const state = isNow && isLast ? "done" : step.state;
  return (
    <li data-state={state} aria-current={isNow ? "step" : undefined}>
      <div>
        <p>
          <span className="sr-only">{STATE[state]}: </span>
          {label}
        </p>
        {at ? <small>{dateOf(at)}</small> : null}
      </div>
      {isNow && !isBrief ? (
        <>
          <p>{meaning}</p>
          {typical ? <p>{typical}</p> : null}
        </>
      ) : null}
    </li>
  );
}
