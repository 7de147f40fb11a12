import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ActivityScreen } from "@/components/staff/activity/activity-screen";
import type { Query } from "@/lib/base/query";
import { activityHref, listActivity, readActivityQuery } from "@/lib/staff/activity/activity";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Activity" };

export default async function AdminActivityPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = readActivityQuery(await searchParams);
  const loaded = await loadForStaff(activityHref(query, query.cursor), (token) => listActivity(token, query));
  if (!loaded) return staffFailure("Activity", "We couldn't load the activity.");
  return <ActivityScreen page={loaded.data} query={query} />;
}
