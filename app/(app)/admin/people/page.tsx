import type { Metadata } from "next";
import { PeopleScreen } from "@/components/staff/people/people-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff, loadTabsRole } from "@/lib/staff/loaders";
import { listPeople } from "@/lib/staff/people/data";

export const metadata: Metadata = { title: "People" };

export default async function AdminPeoplePage() {
  const loaded = await loadForStaff(staffPaths.people, listPeople);
  if (!loaded)
    return (
      <StaffFailed staffRole={await loadTabsRole()} title="People" message="Failed to fetch the people" />
    );
  return <PeopleScreen {...loaded.data} />;
}
