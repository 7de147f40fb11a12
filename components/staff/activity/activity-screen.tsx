import { ChevronRight, Search } from "lucide-react";
import { BatchId } from "@/components/orders/batch-id";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Button } from "@/components/ui/button";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/select-field";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  ACTIVITY_KINDS,
  type ActivityPage,
  type ActivityQuery,
  type ActivityRow,
  activityHref,
  activityText,
  isNarrowed,
} from "@/lib/staff/activity/activity";
import { performedByText } from "@/lib/staff/labels";

export function ActivityScreen({ page, query }: { page: ActivityPage; query: ActivityQuery }) {
  const { rows, next_cursor: next, people } = page;
  return (
    <StaffFrame
      title="Activity"
      staffRole={page.staff_role}
      lead="The last 92 days, newest first. For older activity, set an earlier end date."
    >
      <search key={activityHref(query)}>
        <FilterForm
          action={staffPaths.activity}
          className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-5"
        >
          <SelectField
            label="Who"
            name="person"
            defaultValue={query.person ?? ""}
            none="Anyone"
            options={people.map(({ user_id: id, email }) => [id, email])}
          />
          <SelectField
            label="What"
            name="kind"
            defaultValue={query.kind ?? ""}
            none="Anything"
            options={Object.entries(ACTIVITY_KINDS)}
          />
          <TextField label="From (UTC)" type="date" name="from" defaultValue={query.from ?? ""} />
          <TextField label="To (UTC)" type="date" name="to" defaultValue={query.to ?? ""} />
          <div className="col-span-2 flex gap-2 md:col-span-1">
            <Button type="submit" className="flex-1">
              <Search className="size-4" aria-hidden="true" />
              Filter
            </Button>
            {isNarrowed(query) ? (
              <ButtonLink href={staffPaths.activity} variant="secondary">
                Clear filters
              </ButtonLink>
            ) : null}
          </div>
        </FilterForm>
      </search>
      {rows.length > 0 ? (
        <Table caption="Activity, newest first" isStacked>
          <HeadRow columns={["When", "Who", "What", "Batch"]} />
          <tbody>
            {rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </tbody>
        </Table>
      ) : (
        <Nothing query={query} />
      )}
      {query.cursor || next ? (
        <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
          {query.cursor ? (
            <a className={buttonStyle({ variant: "secondary", size: "sm" })} href={activityHref(query)}>
              Newest
            </a>
          ) : (
            <span />
          )}
          {next ? (
            <a
              className={buttonStyle({ variant: "secondary", size: "sm" })}
              rel="next"
              href={activityHref(query, next)}
            >
              Older
              <ChevronRight className="size-4" aria-hidden="true" />
            </a>
          ) : null}
        </nav>
      ) : null}
    </StaffFrame>
  );
}

function Nothing({ query }: { query: ActivityQuery }) {
  return (
    <Card className="space-y-4 text-center">
      <h2 className="text-lg font-semibold">{isNarrowed(query) ? "No activity found" : "No activity yet"}</h2>
      <p className="mx-auto max-w-prose wrap-anywhere text-text-muted">
        {isNarrowed(query)
          ? "Try fewer filters."
          : "Changes to orders, packages, shipments and people appear here."}
      </p>
      {isNarrowed(query) ? (
        <ButtonLink href={staffPaths.activity} variant="secondary">
          Show all activity
        </ButtonLink>
      ) : null}
    </Card>
  );
}

function Line({ row }: { row: ActivityRow }) {
  const { title, about, change } = activityText(row);
  const message = row.order_id !== null ? row.message : null;
  return (
    <tr>
      <Cell label="When" isPlain place="line" className="whitespace-nowrap text-text-muted">
        <Time at={row.at} show="local" />
      </Cell>
      <Cell label="Who" isPlain place="line" className="wrap-anywhere">
        {performedByText(row)}
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
