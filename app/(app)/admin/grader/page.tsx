import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { GroupsScreen } from "@/components/staff/groups/groups-screen";
import { one, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { getGraderDesk } from "@/lib/staff/groups/data";
import { groupIdSchema } from "@/lib/staff/groups/schema";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Grader shipments" };

export default async function AdminGraderPage({ searchParams }: { searchParams: Promise<Query> }) {
  const before = groupIdSchema.safeParse(one((await searchParams).before)).data ?? null;
  const loaded = await loadForStaff(staffPaths.grader, (token) => getGraderDesk(token, before));
  if (!loaded) return staffFailure("Grader shipments", "We couldn't load the shipments.");
  return <GroupsScreen desk={loaded.data} isFirst={before === null} />;
}
