import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { BatchPromise } from "@/components/orders/batch-promise";
import type { Order } from "@/lib/orders/order";
import { type Promised, promiseWords } from "@/lib/orders/promise";
import { batchStanding, isToCancel, SUBMISSION_STEPS } from "@/lib/orders/status";

type BatchAnswerProps = {
  order: Promised &
    Pick<Order, "payment_status" | "received_count" | "arrived_at" | "cancel_requested_at"> & {
      submission_status: string;
    };
  /** When the rows were read, in milliseconds since 1970. */
  readAt: number;
  /** Level of the heading, below that of the page or drawer. */
  level: 1 | 3;
  /** Stands below the heading: which batch it is. */
  children?: ReactNode;
};

/** Shows first what its owner opens a batch for: where it is, how far that is, and until when it is back. */
export function BatchAnswer({ order, readAt, level, children }: BatchAnswerProps) {
  const { payment_status: payment, submission_status: submission } = order;
  const Heading = `h${level}` as const;
  const isAsked = isToCancel(order);
  const place = (SUBMISSION_STEPS as readonly string[]).indexOf(submission) + 1;
  return (
    <header className="space-y-3">
      <Heading className={level === 1 ? "text-3xl font-semibold" : "text-2xl font-semibold"}>
        {batchStanding(order).label}
      </Heading>
      {children}
      {payment === "paid" && place > 0 && !isAsked ? <StepBar place={place} /> : null}
      {isAsked ? null : <BatchPromise promise={promiseWords(order, readAt)} />}
    </header>
  );
}

function StepBar({ place }: { place: number }) {
  const of = SUBMISSION_STEPS.length;
  return (
    <div className="flex max-w-xl gap-1 py-1">
      <span className="sr-only">
        Step {place} of {of}
      </span>
      {SUBMISSION_STEPS.map((step, index) => (
        <span
          key={step}
          aria-hidden="true"
          className={cx(
            "h-1.5 flex-1 rounded-full forced-color-adjust-none",
            index < place ? "bg-accent" : "bg-border",
          )}
        />
      ))}
    </div>
  );
}
