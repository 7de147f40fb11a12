import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { activityCsvHeading, activityCsvRow } from "@/lib/staff/activity/activity-csv";
import { readActivityQuery } from "@/lib/staff/activity/activity-query";
import { listAllActivity } from "@/lib/staff/activity/data";
import { exportPages, exportResponse } from "@/lib/staff/exports/export-pages";
import { staff } from "@/lib/staff/require-staff";

/** Answers all that the query finds of what staff did, newest first, as a CSV file; 403 without the right to export. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: staff,
    handle: async ({ request, who }) => {
      const query = readActivityQuery(Object.fromEntries(request.nextUrl.searchParams));
      const { person, kind, batch, from, to } = query;
      const file = await exportPages(who.userId, {
        kind: "activity",
        filter: { person, kind, batch, from, to },
        pages: listAllActivity(who.accessToken, query),
        heading: activityCsvHeading,
        rowOf: activityCsvRow,
      });
      deliverOutboxSoon();
      return exportResponse("activity", file, new Date());
    },
  }),
});
