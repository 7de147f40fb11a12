import "server-only";
import { type ActivityQuery, periodOf } from "@/lib/staff/activity/activity-query";
import { type ActivityPage, activityPageSchema } from "@/lib/staff/activity/schema";
import { readAsStaff } from "@/lib/staff/data";

/** How many lines a page shows. */
const PAGE_SIZE = 50;

/** Reads a page of what all of the staff did, newest first, of 92 days at most. Throws as readAsStaff does. */
export async function listActivity(
  accessToken: string,
  query: ActivityQuery,
  limit: number = PAGE_SIZE,
): Promise<ActivityPage> {
  const { since, until } = periodOf(query);
  const args = {
    p_actor_id: query.person,
    p_kind: query.kind,
    p_since: since,
    p_until: until,
    p_cursor_at: query.cursor?.at ?? null,
    p_cursor_id: query.cursor?.id ?? null,
    p_limit: limit,
  };
  return readAsStaff(accessToken, "staff_list_activity", args, activityPageSchema);
}
