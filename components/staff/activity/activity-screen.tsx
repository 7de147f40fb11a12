import { ChevronRight } from "lucide-react";
import { ActivityFilters } from "@/components/staff/activity/activity-filters";
import { ActivityTable } from "@/components/staff/activity/activity-table";
import { StaffFrame } from "@/components/staff/staff-frame";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { staffPaths } from "@/lib/base/staff-paths";
import { type ActivityQuery, activityHref, isNarrowed } from "@/lib/staff/activity/activity-query";
import type { ActivityPage } from "@/lib/staff/activity/schema";

/** Shows all that staff did, newest first: the filters, the lines of one page, and the ways to the older ones. */
export function ActivityScreen({ page, query }: { page: ActivityPage; query: ActivityQuery }) {
  const { rows, next_cursor: next, people } = page;
  return (
    <StaffFrame
      title="Activity"
      staffRole={page.staff_role}
      lead="What staff did, newest first. Shows 92 days: pick an earlier end to see more."
    >
      <ActivityFilters key={activityHref(query)} query={query} people={people} />
      {rows.length > 0 ? <ActivityTable rows={rows} /> : <Nothing query={query} />}
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
      <h2 className="text-lg font-semibold">{isNarrowed(query) ? "Nothing found" : "Nothing yet"}</h2>
      <p className="mx-auto max-w-prose wrap-anywhere text-text-muted">
        {isNarrowed(query)
          ? "Nobody did anything that fits these filters."
          : "What staff do to orders, packages, groups and people is listed here."}
      </p>
      {isNarrowed(query) ? (
        <ButtonLink href={staffPaths.activity} variant="secondary">
          Show all activity
        </ButtonLink>
      ) : null}
    </Card>
  );
}
