import { BatchId } from "@/components/orders/batch-id";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatDate } from "@/lib/base/time";
import { displayBatchId } from "@/lib/orders/batch-id";
import { activityWords } from "@/lib/staff/activity/activity-words";
import type { ActivityRow } from "@/lib/staff/activity/schema";
import { doerWords } from "@/lib/staff/words";

/** Shows the lines of what staff did, day by day: when, who, what with the values before and after, and on which batch. */
export function ActivityTable({ rows }: { rows: ActivityRow[] }) {
  const days = new Map<string, ActivityRow[]>();
  for (const row of rows) {
    const day = formatDate(row.at);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return (
    <Table caption="What staff did, newest first" isStacked>
      <HeadRow columns={["When", "Who", "What", "Batch"]} />
      {[...days].map(([day, lines]) => (
        <tbody key={day}>
          <tr className="bg-surface-sunken">
            <Cell place="head" scope="rowgroup" colSpan={4} className="font-semibold">
              {day}
            </Cell>
          </tr>
          {lines.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

function Line({ row }: { row: ActivityRow }) {
  const { title, about, change } = activityWords(row);
  const message = row.order_id !== null ? row.message : null;
  return (
    <tr>
      <Cell label="When" isPlain place="line" className="whitespace-nowrap text-text-muted">
        <Time at={row.at} show="time" />
      </Cell>
      <Cell label="Who" isPlain place="line" className="wrap-anywhere">
        {doerWords(row)}
      </Cell>
      <Cell label="What" isPlain place="line" className="max-w-xl wrap-anywhere">
        <span className="font-medium">{title}</span>
        {about ? `: ${about}` : null}
        {change ? <span className="block text-text-muted">{change}</span> : null}
        {message ? <span className="block text-text-muted">{message}</span> : null}
      </Cell>
      <Cell label="Batch" isPlain place="line">
        {row.order_id !== null ? (
          <BatchId
            name={displayBatchId({ id: row.order_id, batch_id: row.batch_id })}
            href={staffPaths.order(row.order_id)}
          />
        ) : null}
      </Cell>
    </tr>
  );
}
