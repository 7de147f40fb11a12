import { BatchId } from "@/components/orders/batch-id";
import { WeekTable } from "@/components/staff/numbers/week-table";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { formatBusinessDate } from "@/lib/base/business-date";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount, counted } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { CHART, lineChart } from "@/lib/staff/numbers/chart-geometry";
import { inHouse, type StepRow } from "@/lib/staff/numbers/step-rows";
import { batchCount, seriesWords, wholeNumber } from "@/lib/staff/numbers/words";

/** Shows what each step holds, for how long its oldest batch has waited, and how its cards rose and fell. */
export function StepsPanel({ rows, weeks }: { rows: StepRow[]; weeks: string[] }) {
  const here = inHouse(rows);
  return (
    <Card className="space-y-4 sm:p-6">
      <CardHeader
        title="Cards by step"
        description={`${cardCount(here.cards)} in ${batchCount(here.batches)} are with us or at the grader.`}
      />
      <ul className="divide-y divide-border border-y border-border">
        {rows.map((row) => (
          <Step key={row.step} row={row} weeks={weeks} />
        ))}
      </ul>
      <p className="text-sm text-text-muted">
        Each line shows the cards of thirteen weeks, up to its own most. Waiting is counted from check-in;
        before that, from the payment, and on the way back from sending.
      </p>
      <WeekTable
        caption="Cards (and batches) by step"
        weeks={weeks}
        columns={rows.map(({ label }) => label)}
        rows={weeks.map((_, place) =>
          rows.map(
            ({ cardsByWeek, batchesByWeek }) =>
              `${wholeNumber(cardsByWeek[place] ?? 0)} (${wholeNumber(batchesByWeek[place] ?? 0)})`,
          ),
        )}
      />
    </Card>
  );
}

function Step({ row, weeks }: { row: StepRow; weeks: string[] }) {
  const { label, href, cards, batches, oldest } = row;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_minmax(0,1fr)_12rem]">
      <p className="font-medium">
        <a className="link" href={href}>
          {label}
        </a>
      </p>
      <p className="tabular-nums max-sm:col-start-1">
        <strong className="font-semibold">{cardCount(cards)}</strong>{" "}
        <span className="text-text-muted">in {batchCount(batches)}</span>
      </p>
      <p className="min-w-0 text-text-muted max-sm:col-span-2">
        {oldest ? (
          <>
            Oldest{" "}
            <BatchId
              name={displayBatchId({ id: oldest.order_id, batch_id: oldest.batch_id })}
              href={staffPaths.order(oldest.order_id)}
            />
            <span className="block">
              {counted(oldest.days, "day")}, since{" "}
              <time dateTime={oldest.since}>{formatBusinessDate(oldest.since)}</time>
            </span>
          </>
        ) : batches === 0 ? (
          "None waits"
        ) : null}
      </p>
      <StepLine row={row} weeks={weeks} />
    </li>
  );
}

function StepLine({ row, weeks }: { row: StepRow; weeks: string[] }) {
  const [path] = lineChart([row.cardsByWeek]).lines;
  return (
    <svg
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={`${row.step}-title`}
      aria-describedby={`${row.step}-desc`}
      className="h-10 w-full overflow-visible text-accent-text max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
    >
      <title id={`${row.step}-title`}>{`${row.label}, week by week`}</title>
      <desc id={`${row.step}-desc`}>{seriesWords(weeks, row.cardsByWeek, cardCount)}</desc>
      <line
        x2={CHART.width}
        y1={CHART.height}
        y2={CHART.height}
        className="text-border-strong"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
