import { Fragment } from "react";
import type { TimelineStep } from "@/lib/orders/timeline";

type TimelineStepsProps = {
  steps: TimelineStep[];
  dateOf: (at: string) => React.ReactNode;
  next?: string | undefined;
  isBrief?: boolean;
};

const STATE = { done: "Done", now: "Now", next: "Upcoming", skipped: "Skipped" } as const;

/** Shows a batch's steps and the events between them, oldest first. Styled in app/base.css. */
export function TimelineSteps({ steps, dateOf, next, isBrief }: TimelineStepsProps) {
  return (
    <ol className="step-list">
      {steps.map(({ status, label, at, message, events, ...step }, index) => {
        const isNow = step.state === "now";
        // The last step is done once it's reached.
        const state = isNow && index === steps.length - 1 ? "done" : step.state;
        return (
          <li key={status} data-state={state} aria-current={isNow ? "step" : undefined}>
            <div>
              <p>
                <span className="sr-only">{STATE[state]}: </span>
                {label}
              </p>
              {at ? <small>{dateOf(at)}</small> : null}
            </div>
            {isBrief ? null : (
              <>
                {message ? <Message>{message}</Message> : null}
                {events.map((event) => (
                  <Fragment key={`${event.at} ${event.title}`}>
                    <div data-event="">
                      <p className="wrap-anywhere">{event.title}</p>
                      <small>{dateOf(event.at)}</small>
                    </div>
                    {event.message ? <Message>{event.message}</Message> : null}
                  </Fragment>
                ))}
                {isNow && next ? <p>{next}</p> : null}
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Message({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{children}</p>;
}
