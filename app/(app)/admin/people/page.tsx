import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { PeopleScreen } from "@/components/staff/people/people-screen";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff } from "@/lib/staff/loaders";
import { listPeople } from "@/lib/staff/people/people";

export const metadata: Metadata = { title: "People" };

export default async function AdminPeoplePage() {
  const loaded = await loadForStaff(staffPaths.people, listPeople);
  if (!loaded) return staffFailure("People", "We couldn't load the staff list.");
  return <PeopleScreen {...loaded.data} />;
}
