import { cx } from "class-variance-authority";
import { BatchId } from "@/components/orders/batch-id";
import { formatCents } from "@/lib/base/money";
import { orderTotalCents } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import { SAMPLE_BATCH_ID } from "@/lib/orders/tracking/sample-batch";

const CARDS = 24;
const STEPS = ["Paid", "Checked in", "Grading", "On its way"];
const CURRENT = 2;

/** Shows a batch as its owner sees it, drawn into the hero; it is for the eye only. */
export function BatchPreview() {
  return (
    <div className="absolute inset-x-0 bottom-5 rounded-2xl border border-border bg-surface-raised p-5 shadow-lg lg:right-auto lg:bottom-8 lg:-left-6 lg:w-92">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <BatchId name={SAMPLE_BATCH_ID} className="text-sm font-semibold" />
        <span className="text-xs text-text-muted tabular-nums">
          {cardCount(CARDS)}, {formatCents(orderTotalCents("pro", CARDS))}
        </span>
      </p>
      <ol className="mt-4 grid grid-cols-4 forced-color-adjust-none">
        {STEPS.map((step, index) => (
          <Step key={step} name={step} index={index} />
        ))}
      </ol>
    </div>
  );
}

function Step({ name, index }: { name: string; index: number }) {
  const isReached = index <= CURRENT;
  return (
    <li className="relative space-y-2 text-center">
      {index > 0 ? (
        <span
          className={cx("absolute top-1.25 right-1/2 h-0.5 w-full", isReached ? "bg-accent" : "bg-border")}
        />
      ) : null}
      <span
        className={cx(
          "relative z-10 mx-auto block size-3 rounded-full",
          isReached ? "bg-accent" : "border-2 border-border-strong bg-surface-raised",
          index === CURRENT && "ring-4 ring-accent-soft",
        )}
      />
      <span className={cx("block text-xs", index === CURRENT ? "font-semibold" : "text-text-muted")}>
        {name}
      </span>
    </li>
  );
}
