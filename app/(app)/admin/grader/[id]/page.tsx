import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { GroupScreen } from "@/components/staff/groups/group-screen";
import { staffPaths } from "@/lib/base/staff-paths";
import { getGraderGroup } from "@/lib/staff/groups/data";
import { groupIdSchema } from "@/lib/staff/groups/schema";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Grader shipment" };

export default async function AdminGroupPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { data: groupId } = groupIdSchema.safeParse(id);
  const loaded = await loadForStaff(staffPaths.group(id), async (token) =>
    groupId ? getGraderGroup(token, groupId) : null,
  );
  if (!loaded) return staffFailure("Grader shipment", "We couldn't load this shipment.");
  if (!loaded.data) notFound();
  return <GroupScreen page={loaded.data} />;
}
