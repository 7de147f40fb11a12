import "server-only";
import { type ActivityQuery, periodOf } from "@/lib/staff/activity/activity-query";
import { type ActivityPage, type ActivityRow, activityPageSchema } from "@/lib/staff/activity/schema";
import { readAsStaff } from "@/lib/staff/data";

/** How many lines a page shows. */
const PAGE_SIZE = 50;

/** Reads a page of what all of the staff did, newest first. Throws as readAsStaff does. */
export async function listActivity(
  accessToken: string,
  query: ActivityQuery,
  limit: number = PAGE_SIZE,
): Promise<ActivityPage> {
  const { since, until } = periodOf(query);
  const args = {
    p_actor_id: query.person,
    p_kind: query.kind,
    p_batch: query.batch,
    p_since: since,
    p_until: until,
    p_cursor_at: query.cursor?.at ?? null,
    p_cursor_source: query.cursor?.source ?? null,
    p_cursor_id: query.cursor?.id ?? null,
    p_limit: limit,
  };
  return readAsStaff(accessToken, "staff_list_activity", args, activityPageSchema);
}

/** Reads all that a query finds from its first line on, a thousand at a time, for an export. Throws as readAsStaff does. */
export async function* listAllActivity(
  accessToken: string,
  query: ActivityQuery,
): AsyncGenerator<ActivityRow[]> {
  let cursor: ActivityQuery["cursor"] = null;
  do {
    const page: ActivityPage = await listActivity(accessToken, { ...query, cursor }, 1000);
    yield page.rows;
    cursor = page.next_cursor;
  } while (cursor);
}
