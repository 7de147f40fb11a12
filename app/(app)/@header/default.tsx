import { AppHeader } from "@/components/layout/app-header";
import { loadStaffRole } from "@/lib/auth/load-staff-role";
import { loadPerson } from "@/lib/auth/loaders";

/** The header of the pages that do not read the person's role with their own rows. */
export default async function Header() {
  const person = await loadPerson();
  const role = person && (await loadStaffRole(person));
  return <AppHeader email={person?.email ?? null} isStaff={Boolean(role)} />;
}
